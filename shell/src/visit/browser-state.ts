import type { Behavior } from '@atrium/shared-kernel/remote';
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
