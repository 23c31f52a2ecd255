import { Observable } from 'rxjs';
import type { Typing } from './user-typing.ts';

/**
 * Milliseconds after a commit of a streaming reply, before the next one waits for a frame: every third frame of 60 Hz has
 * one. Fewer are cheaper, and no eye sees it.
 */
const pauseFor = 40;
/** Milliseconds after which a commit stops waiting for a frame: a hidden page has none. */
const withoutFrame = 100;

/** Calls `work` in the next frame, so that its text is painted right then; answers how to give it up. */
const inFrame = (work: () => void): (() => void) => {
  const giveUp = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const run = () => {
    giveUp();
    work();
  };
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, withoutFrame);
  return giveUp;
};

/** Milliseconds for which a commit waits at most for somebody who types. */
const patience = 1500;

/**
 * Items of an async source in batches: the first at once, later ones at most every 50 ms, less often while somebody
 * types. Unsubscribing aborts the source through `open`'s signal. Errors come after the items that arrived
 * before them.
 */
export const batches = <T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  typing?: Pick<Typing, 'atRest'>,
): Observable<readonly T[]> =>
  new Observable((subscriber) => {
    const aborter = new AbortController();
    let waiting: T[] = [];
    let endPause: (() => void) | undefined;
    let giveUp: (() => void) | undefined;
    const commit = () => {
      giveUp = undefined;
      if (waiting.length === 0) return;
      const batch = waiting;
      waiting = [];
      const timer = setTimeout(() => {
        endPause = inFrame(flush);
      }, pauseFor);
      endPause = () => clearTimeout(timer);
      subscriber.next(batch);
    };
    const flush = () => {
      endPause = undefined;
      if (waiting.length === 0) return;
      if (typing) giveUp = typing.atRest(commit, patience);
      else commit();
    };
    const read = async () => {
      for await (const item of open(aborter.signal)) {
        waiting.push(item);
        if (!endPause && !giveUp) flush();
      }
    };
    const end = () => {
      endPause?.();
      giveUp?.();
    };
    const settle = (finish: () => void) => {
      end();
      commit();
      end();
      finish();
    };
    read().then(
      () => settle(() => subscriber.complete()),
      (error: unknown) => settle(() => subscriber.error(error)),
    );
    return () => {
      end();
      aborter.abort();
    };
  });
