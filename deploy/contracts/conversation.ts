import type { PinnedSet } from '../release/deployable.ts';
import type { RecordedEvent, ReleaseRecord } from '../release/record.ts';
import type { Stage } from '@atrium/shared-kernel/testing/contract-suite';
import { exampleOf } from '@atrium/shared-kernel/testing/example';
import { expectDrawn } from './selectors.ts';
import { type Sent, send } from './stage.ts';

const examplesOf = ({ name, payload }: RecordedEvent): Sent[] =>
  [true, false].map((full) => ({ event: name, payload: exampleOf(payload, full) }));

/**
 * What others in a set say to a remote, and what it says to those of them that listen: examples by the recorded contract
 * of who speaks, with all that may be there and with only what has to be.
 */
export const conversation = (record: ReleaseRecord, { shell, remotes }: Pick<PinnedSet, 'shell' | 'remotes'>) => {
  const others = [shell, ...remotes.filter((one) => one !== record)];
  const listens = (of: ReleaseRecord, { name }: RecordedEvent) => of.contract.handles.some((one) => one.name === name);
  return {
    toIt: [record, ...others].flatMap(({ contract }) =>
      contract.emits.filter((event) => listens(record, event)).flatMap(examplesOf),
    ),
    fromIt: record.contract.emits.filter((event) => others.some((other) => listens(other, event))).flatMap(examplesOf),
  };
};

/** Says it all to whoever stands in the page, and finds what is in the place unharmed. */
export const sendAll = async (stage: Stage, all: readonly Sent[], selector: string): Promise<void> => {
  const thrown = await send(stage, all);
  if (thrown.length > 0) throw new Error(thrown.join(' | '));
  await expectDrawn(stage.page, selector);
};
