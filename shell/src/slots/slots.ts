import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { type Slots, tryAgain } from '@atrium/shared-kernel/remote';
import type { SlotPorts } from './open-slots.ts';

/** The slots as remotes see them. The code that mounts fillers is loaded with the first slot that has any. */
export const createSlots = ({ remotes }: ReleaseSet, ports: () => SlotPorts): Slots => {
  const open = async () => (await import('./open-slots.ts')).openSlots(ports());
  let opened: ReturnType<typeof open> | undefined;
  return {
    isFilled: (slot) => remotes.some(({ contract }) => contract.fills.some((fill) => fill.slot === slot)),
    open() {
      opened ??= tryAgain(open, () => true).catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
  };
};
