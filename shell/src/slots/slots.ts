import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { type Slots, tryAgain } from '@atrium/shared-kernel/remote';
import type { SlotPorts } from './open-slots.ts';

/** What remotes see of the places that others fill; what draws fillers comes with the first place that has any. */
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
