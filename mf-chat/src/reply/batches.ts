import { Observable } from 'rxjs';

/** Milliseconds between two commits of a streaming reply: fewer than one a frame, and no eye sees it. */
export const commitEvery = 50;

/**
 * Items of an async source in batches: the first at once, later ones at most every `commitEvery` ms. Unsubscribing
 * aborts the source through `open`'s signal. Errors come after the items that arrived before them.
 */
export const batches = <T>(open: (signal: AbortSignal) => AsyncIterable<T>): Observable<readonly T[]> =>
  new Observable((subscriber) => {
    const aborter = new AbortController();
    let waiting: T[] = [];
    let pause: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      pause = undefined;
      if (waiting.length === 0) return;
      const batch = waiting;
      waiting = [];
      pause = setTimeout(flush, commitEvery);
      subscriber.next(batch);
    };
    const read = async () => {
      for await (const item of open(aborter.signal)) {
        waiting.push(item);
        if (pause === undefined) flush();
      }
    };
    const settle = (finish: () => void) => {
      clearTimeout(pause);
      flush();
      clearTimeout(pause);
      finish();
    };
    read().then(
      () => settle(() => subscriber.complete()),
      (error: unknown) => settle(() => subscriber.error(error)),
    );
    return () => {
      clearTimeout(pause);
      aborter.abort();
    };
  });
