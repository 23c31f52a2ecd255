// Imported by their public names, because remotes get these parts from the shell.
import { messageOf } from '@atrium/shared-kernel/client';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { Observable } from 'rxjs';
import { isGeneralFailure } from '../client/failure.ts';
import { toastTimes } from '../contracts/constants.ts';
import { callFailed } from '../contracts/sentences.ts';
import type { Dialogs, Host } from '../remote/host.ts';

type ConfirmationHost = Pick<Host, 'alerts'> & { readonly dialogs: Pick<Dialogs, 'confirm'> };
type Confirmation = Parameters<Dialogs['confirm']>[0] & {
  readonly action: () => Promise<unknown>;
  /** The sentence for failures without their own. */
  readonly failed?: string;
};

/**
 * Asks for confirmation before an irreversible action. A failure is shown and leaves the question open. `stale`: the
 * question was about an outdated state, so it closed and nothing was done.
 */
export const confirmAction = async (
  { alerts, dialogs }: ConfirmationHost,
  { action, failed = callFailed, ...question }: Confirmation,
): Promise<'done' | 'stale' | 'no'> => {
  let stale = false;
  const confirmed = await dialogs.confirm({
    ...question,
    action: async () => {
      try {
        await action();
      } catch (error) {
        alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, failed) });
        stale = isGeneralFailure(error, 'stale');
        if (!stale) throw error;
      }
    },
  });
  if (stale) return 'stale';
  return confirmed ? 'done' : 'no';
};

/**
 * @deprecated until 2027-05-31: use confirmAction.
 * @alias
 */
export const ask = confirmAction;

/**
 * For a question about the data of a query: emits the sentence of `sentenceOf` once the data has become something else.
 * New data arrives as changes are announced from elsewhere.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a cache knows no types: the caller says what the query answers
export const outdatedBy = <Data>(
  queries: QueryClient,
  queryKey: QueryKey,
  sentenceOf: (now: Data, error: unknown) => string | undefined,
): Observable<string> =>
  new Observable((subscriber) => {
    const update = () => {
      const { data, error } = queries.getQueryState<Data>(queryKey) ?? {};
      const sentence = data === undefined ? undefined : sentenceOf(data, error);
      if (sentence !== undefined) subscriber.next(sentence);
    };
    update();
    return queries.getQueryCache().subscribe(update);
  });

interface Shown {
  readonly _id: string;
  readonly revision?: string | undefined;
}

/** A sentence if an item that a question is about was deleted or changed, according to its revision. */
export const outdatedReason = (before: Shown, items: readonly Shown[], name: string): string | undefined => {
  const now = items.find(({ _id }) => _id === before._id);
  if (!now) return `${name} was already deleted.`;
  return now.revision === before.revision
    ? undefined
    : `${name} was changed in the meantime. Close this and look at it again.`;
};

/**
 * @deprecated until 2027-05-31: use outdatedReason.
 * @alias
 */
export const becameOf = outdatedReason;
