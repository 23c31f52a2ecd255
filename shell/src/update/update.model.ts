import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, combineLatest, distinctUntilChanged, map, type Observable } from 'rxjs';
import * as z from 'zod/mini';

export interface UpdateOffer {
  /** True while a newer release set is there and nothing would be interrupted. */
  readonly offered$: Behavior<boolean>;
  /** Declines this set. The next newer one is offered again. */
  readonly decline: () => void;
}

export interface UpdatePorts {
  /** The id of the set that this page was made from. */
  readonly id: string;
  /** The id of the environment's current set. Rejects if it cannot be read. */
  readonly currentId: () => Promise<string>;
  /** When to check for a newer set. */
  readonly ticks$: Observable<unknown>;
  /** Whether a reload would lose something, such as a draft or an upload. */
  readonly busy$: Observable<boolean>;
}

const answer = () => z.object({ id: z.string() });

/** The id of the release set that the edge serves now. */
export const fetchSetId = async (): Promise<string> => {
  const response = await fetch('/release-set.json', { cache: 'no-store' });
  if (!response.ok) {
    // A response that is not read to its end keeps its connection busy.
    await response.body?.cancel();
    throw new Error(`release set: ${response.status}`);
  }
  return answer().parse(await response.json()).id;
};

/** Offers a new release set once there is one. The offer waits for what a reload would interrupt. */
export const createUpdateOffer = ({ id, currentId, ticks$, busy$ }: UpdatePorts): UpdateOffer => {
  const newest$ = new BehaviorSubject(id);
  const declined$ = new BehaviorSubject(id);
  const offered$ = new BehaviorSubject(false);
  ticks$.subscribe(() => {
    // An edge that does not answer offers nothing. The next tick checks again.
    currentId().then(
      (newest) => newest$.next(newest),
      () => undefined,
    );
  });
  combineLatest([newest$, declined$, busy$])
    .pipe(
      map(([newest, declined, busy]) => !busy && newest !== id && newest !== declined),
      distinctUntilChanged(),
    )
    .subscribe(offered$);
  return { offered$, decline: () => declined$.next(newest$.value) };
};
