import type { Session } from '@atrium/shared-kernel/session';
import { filter, map, type Observable, pairwise, take } from 'rxjs';
import type { Modals } from '../modals/modals.model.ts';
import type { OwnedNavigation } from '../router/navigation.ts';
import { shownPath } from '../router/routes.tsx';
import { createHandOver } from './hand-over.ts';

/** Loads the font after the first screen, because nobody needs it to type. Without it, the fallback fonts stay. */
const loadFontAfterFrame = (framed$: Observable<boolean>) =>
  framed$
    .pipe(
      filter((framed) => !framed),
      take(1),
    )
    // Not in the middle of the hand-over.
    .subscribe(() => setTimeout(() => void import('@atrium/shared-kernel/theme/inter.css').catch(() => undefined)));

/** Creates what hands over from the page's HTML to what the shell renders. */
export const openFrame = (root: HTMLElement, session: Session, modals: Modals, navigation: OwnedNavigation) => {
  const first = shownPath(window.location.pathname);
  const shown$ = navigation.location$.pipe(map(({ pathname }) => shownPath(pathname)));
  const frame = createHandOver({
    root,
    answers$: session.authVersion$,
    opens$: modals.stack$.pipe(filter((stack) => stack.length > 0)),
    moves$: shown$.pipe(filter((path) => path !== first)),
    returns$: shown$.pipe(filter((path) => path === first)),
    search$: navigation.location$.pipe(map(({ search }) => search)),
    signOuts$: session.user$.pipe(
      pairwise(),
      filter(([before, now]) => before !== undefined && now === undefined),
    ),
  });
  loadFontAfterFrame(frame.framed$);
  return frame;
};
