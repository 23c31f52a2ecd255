import type { Behavior, Device } from '@atrium/shared-kernel/remote';
import { BehaviorSubject } from 'rxjs';

/** Whether the browser has a network. */
export const createOnline = (target: Window): Behavior<boolean> => {
  const online$ = new BehaviorSubject(target.navigator.onLine);
  target.addEventListener('online', () => online$.next(true));
  target.addEventListener('offline', () => online$.next(false));
  return online$;
};

/** Whether a media query matches now. */
export const createMedia = (target: Window, query: string): Behavior<boolean> => {
  const list = target.matchMedia(query);
  const matches$ = new BehaviorSubject(list.matches);
  list.addEventListener('change', (event) => matches$.next(event.matches));
  return matches$;
};

/** The user agent of the browser, and its dialog to share a link, if it has one. */
export const createDevice = (browser: Pick<Navigator, 'userAgent'> & Partial<Pick<Navigator, 'share'>>): Device => {
  const { userAgent } = browser;
  if (!browser.share) return { userAgent };
  return {
    userAgent,
    async share(link) {
      try {
        await browser.share?.(link);
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      }
    },
  };
};
