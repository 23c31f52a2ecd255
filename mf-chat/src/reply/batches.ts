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

/** A reply takes at most one part of this many of the page's time: a slow page commits less often, with more each time. */
const parts = 16;

/** Milliseconds for which a commit waits at most for somebody who types. */
const patience = 1500;

/**
 * Items of an async source in batches: the first at once, later ones with a frame, at most every `commitEvery` ms, less
 * often where rendering them takes long and while somebody types. Unsubscribing aborts the source through `open`'s signal. Errors come after the items that arrived
 * before them.
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
    /** Milliseconds that a commit takes: of the last two the shorter, as a single slow one says little of the next. */
    let took = 0;
    let latest = 0;
    const commit = () => {
      giveUp = undefined;
      if (waiting.length === 0) return;
      const batch = waiting;
      waiting = [];
      pause = setTimeout(paused, Math.max(commitEvery, took * parts));
      const since = performance.now();
      subscriber.next(batch);
      // The screen renders in a microtask that was asked for before this one.
      queueMicrotask(() => {
        const now = performance.now() - since;
        took = Math.min(latest, now);
        latest = now;
      });
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
      const frame = requestAnimationFrame(flush);
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
