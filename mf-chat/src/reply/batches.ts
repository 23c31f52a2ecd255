import { Observable } from 'rxjs';
import type { Typing } from './user-typing.ts';

/**
 * Milliseconds between two commits of a streaming reply. Fewer than one commit per frame cannot be noticed. The first
 * frame after the interval shows all that has arrived until then: at 60 frames a second that is the third, even if the
 * timer is 10 ms late. So text is seen within 60 ms.
 */
const commitInterval = 36;

/** Milliseconds after which a page that draws no frames, such as a background tab, commits without one. */
const frameTimeout = 100;

/**
 * A reply uses at most one in this many parts of the page's time, including styles, layout and paint: a slow page commits
 * less often, with more each time.
 */
const timeShare = 4;

/** Milliseconds for which a commit waits at most while the user types. */
const maxTypingDelay = 1500;

/**
 * Groups the items of an async source into batches. The first item is emitted at once, later ones with a frame, at most
 * every `commitInterval` ms, and less often while frames are slow or the user types. Unsubscribing aborts the source
 * through `open`'s signal. Errors come after the items that arrived before them.
 */
export const batches = <T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  typing?: Pick<Typing, 'whenIdle'>,
): Observable<readonly T[]> =>
  new Observable((subscriber) => {
    const aborter = new AbortController();
    let buffer: T[] = [];
    let pause: ReturnType<typeof setTimeout> | undefined;
    let cancel: (() => void) | undefined;
    let measuring: ReturnType<typeof setTimeout> | undefined;
    /**
     * Milliseconds that a frame with a commit takes: the shorter of the last two, because a single slow one says little
     * about the next.
     */
    let took = 0;
    let latest = 0;
    /** Call in a frame's callback. The task after it runs when the frame's styles, layout and paint are done. */
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
      cancel = undefined;
      if (buffer.length === 0) return;
      const batch = buffer;
      buffer = [];
      pause = setTimeout(paused, Math.max(commitInterval, took * timeShare));
      subscriber.next(batch);
    };
    const flush = () => {
      cancel?.();
      cancel = undefined;
      if (typing) cancel = typing.whenIdle(commit, maxTypingDelay);
      else commit();
    };
    const paused = () => {
      pause = undefined;
      if (buffer.length === 0) return;
      const frame = requestAnimationFrame(() => {
        measureFrame();
        flush();
      });
      const timeout = setTimeout(flush, frameTimeout);
      cancel = () => {
        cancelAnimationFrame(frame);
        clearTimeout(timeout);
      };
    };
    const read = async () => {
      for await (const item of open(aborter.signal)) {
        buffer.push(item);
        if (pause === undefined && !cancel) flush();
      }
    };
    const end = () => {
      clearTimeout(pause);
      clearTimeout(measuring);
      cancel?.();
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
