import { Observable } from 'rxjs';
import type { Typing } from './user-typing.ts';

/**
 * Milliseconds between two commits of a streaming reply: fewer than one a frame, and no eye sees it. The first frame after
 * them takes all that has come until then: at 60 frames a second the third, also where the timer is 10 ms late. So text is
 * seen within 60 ms.
 */
const commitEvery = 36;

/** Milliseconds after which a page that draws no frames, as one behind others, does without. */
const frameless = 100;

/**
 * A reply uses at most one part of this many of the page's time, styles, layout and paint included: a slow page commits less
 * often, with more text each time.
 */
const parts = 4;

/** Milliseconds for which a commit waits at most for somebody who types. */
const patience = 1500;

/**
 * Items of an async source in batches: the first at once, later ones with a frame, at most every `commitEvery` ms, less
 * often where the frames that show them take long and while somebody types. Unsubscribing aborts the source through
 * `open`'s signal. Errors come after the items that arrived before them.
 */
export const batches = <T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  typing?: Pick<Typing, 'atRest'>,
): Observable<readonly T[]> =>
  new Observable((subscriber) => {
    const aborter = new AbortController();
    let waiting: T[] = [];
    let pause: ReturnType<typeof setTimeout> | undefined;
    let giveUp: (() => void) | undefined;
    let measuring: ReturnType<typeof setTimeout> | undefined;
    /** Milliseconds of a frame with a commit: the shorter of the last two, as a single slow one says little of the next. */
    let took = 0;
    let latest = 0;
    /** Runs in the callback of a frame: the task after it follows the frame's styles, layout and paint. */
    const measureFrame = () => {
      const since = performance.now();
      clearTimeout(measuring);
      measuring = setTimeout(() => {
        const now = performance.now() - since;
        took = Math.min(latest, now);
        latest = now;
      });
    };
    const commit = () => {
      giveUp = undefined;
      if (waiting.length === 0) return;
      const batch = waiting;
      waiting = [];
      pause = setTimeout(paused, Math.max(commitEvery, took * parts));
      subscriber.next(batch);
    };
    const flush = () => {
      giveUp?.();
      giveUp = undefined;
      if (typing) giveUp = typing.atRest(commit, patience);
      else commit();
    };
    const paused = () => {
      pause = undefined;
      if (waiting.length === 0) return;
      const frame = requestAnimationFrame(() => {
        measureFrame();
        flush();
      });
      const late = setTimeout(flush, frameless);
      giveUp = () => {
        cancelAnimationFrame(frame);
        clearTimeout(late);
      };
    };
    const read = async () => {
      for await (const item of open(aborter.signal)) {
        waiting.push(item);
        if (pause === undefined && !giveUp) flush();
      }
    };
    const end = () => {
      clearTimeout(pause);
      clearTimeout(measuring);
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
