import type { PinnedSet } from '../release/deployable.ts';
import type { RecordedEvent, ReleaseRecord } from '../release/record.ts';
import type { Stage } from '@atrium/shared-kernel/testing/contract-suite';
import { exampleOf } from '@atrium/shared-kernel/testing/example';
import { expectDrawn } from './selectors.ts';
import { type Sent, send } from './stage.ts';

const examplesOf = ({ name, payload }: RecordedEvent): Sent[] =>
  [true, false].map((full) => ({ event: name, payload: exampleOf(payload, full) }));

/**
 * The events that others in a set send to a remote, and those that it sends to the ones that listen: examples from the
 * recorded contract of the sender, once with all optional fields and once with only the required ones.
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

/** Sends all events to the page, and expects that what the remote has drawn is still there. */
export const sendAll = async (stage: Stage, all: readonly Sent[], selector: string): Promise<void> => {
  const thrown = await send(stage, all);
  if (thrown.length > 0) throw new Error(thrown.join(' | '));
  await expectDrawn(stage.page, selector);
};
