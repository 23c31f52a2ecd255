import { titleTyping } from '@atrium/shared-kernel/contracts/constants';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import {
  BehaviorSubject,
  distinctUntilChanged,
  groupBy,
  interval,
  map,
  mergeMap,
  type Observable,
  switchMap,
  take,
  tap,
} from 'rxjs';

/** Titles that are being typed out, by chat. A complete title is not in it. */
export type TypedTitles = ReadonlyMap<string, string>;

/** Characters as a reader counts them: a flag or an accented letter is one. */
const charactersOf = (text: string): readonly string[] =>
  [...new Intl.Segmenter().segment(text)].map((part) => part.segment);

/** Types each new title out at 30 ms per character (B4.08); another title of the same chat starts over. */
export const createTitleTypingModel = (
  scope: Scope,
  named$: Observable<{ chatId: string; title: string }>,
): Behavior<TypedTitles> => {
  const typed$ = new BehaviorSubject<TypedTitles>(new Map());
  const show = (chatId: string, text: string | undefined) => {
    const typed = new Map(typed$.value);
    if (text === undefined) typed.delete(chatId);
    else typed.set(chatId, text);
    typed$.next(typed);
  };
  const typeOut = ({ chatId, title }: { chatId: string; title: string }) => {
    const characters = charactersOf(title);
    show(chatId, characters.length > 0 ? '' : undefined);
    return interval(titleTyping).pipe(
      take(characters.length),
      map((index) => index + 1),
      tap((count) => show(chatId, count < characters.length ? characters.slice(0, count).join('') : undefined)),
    );
  };
  named$
    .pipe(
      groupBy(({ chatId }) => chatId),
      mergeMap((titles$) =>
        titles$.pipe(
          distinctUntilChanged((one, other) => one.title === other.title),
          switchMap(typeOut),
        ),
      ),
      scope.until(),
    )
    .subscribe();
  return typed$;
};
