import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, combineLatest, distinctUntilChanged, map, type Observable, startWith } from 'rxjs';
import * as z from 'zod/mini';

export interface UpdateOffer {
  /** True while a newer release set is there and nothing would be interrupted. */
  readonly offered$: Behavior<boolean>;
  /** Not now: asks again when the set changes once more. */
  readonly decline: () => void;
}

export interface UpdatePorts {
  /** The id of the set that this page was made from. */
  readonly id: string;
  /** The id of the environment's set now; rejects where it cannot be told. */
  readonly currentId: () => Promise<string>;
  /** When to look. */
  readonly ticks$: Observable<unknown>;
  readonly busy$: Observable<{ streaming: boolean; draft: boolean }>;
}

const answer = () => z.object({ id: z.string() });

/** Asks the edge which release set it serves now. */
export const fetchSetId = async (): Promise<string> => {
  const response = await fetch('/release-set.json', { cache: 'no-store' });
  if (!response.ok) {
    // An answer that is not read to its end holds its connection.
    await response.body?.cancel();
    throw new Error(`release set: ${response.status}`);
  }
  return answer().parse(await response.json()).id;
};

/** Notices a new release set and offers it; it waits for a streaming reply to end and for a draft to be sent. */
export const createUpdateOffer = ({ id, currentId, ticks$, busy$ }: UpdatePorts): UpdateOffer => {
  const newest$ = new BehaviorSubject(id);
  const declined$ = new BehaviorSubject(id);
  const offered$ = new BehaviorSubject(false);
  ticks$.subscribe(() => {
    // An edge that does not answer has nothing to offer: the next tick asks again.
    currentId().then(
      (newest) => newest$.next(newest),
      () => undefined,
    );
  });
  const idle$ = busy$.pipe(
    map(({ streaming, draft }) => !streaming && !draft),
    startWith(true),
  );
  combineLatest([newest$, declined$, idle$])
    .pipe(
      map(([newest, declined, idle]) => idle && newest !== id && newest !== declined),
      distinctUntilChanged(),
    )
    .subscribe(offered$);
  return { offered$, decline: () => declined$.next(newest$.value) };
};
