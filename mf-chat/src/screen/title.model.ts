import { titleTyping } from '@atrium/shared-kernel/contracts/constants';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import {
  BehaviorSubject,
  distinctUntilChanged,
  interval,
  map,
  type Observable,
  of,
  startWith,
  switchMap,
  take,
} from 'rxjs';
import type { Thread } from '../thread/thread.ts';

/** Characters as a reader counts them: a flag or an accented letter is one. */
const charactersOf = (text: string): readonly string[] =>
  [...new Intl.Segmenter().segment(text)].map((part) => part.segment);

/** The title of the chat on the screen. A new one is typed out at 30 ms per character (B4.08). */
export const createTitleModel = (
  scope: Scope,
  thread$: Observable<Pick<Thread, 'key' | 'title' | 'fresh'>>,
): Behavior<string> => {
  const title$ = new BehaviorSubject('');
  thread$
    .pipe(
      distinctUntilChanged((one, two) => one.key === two.key && one.title === two.title),
      switchMap(({ title, fresh }) => {
        if (!fresh) return of(title);
        const characters = charactersOf(title);
        return interval(titleTyping).pipe(
          take(characters.length),
          map((index) => characters.slice(0, index + 1).join('')),
          startWith(''),
        );
      }),
      scope.until(),
    )
    .subscribe(title$);
  return title$;
};
