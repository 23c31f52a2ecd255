import type { BarSide, Layout } from '@atrium/shared-kernel/remote';
import { NavigationType } from 'react-router-dom';
import { combineLatest, distinctUntilChanged, map } from 'rxjs';
import type { OwnedNavigation } from '../router/navigation.ts';

/** Marks the entry of the history that a bar over the content has. */
const mark = 'bar';

type Ports = Pick<OwnedNavigation, 'history' | 'visit$' | 'back'>;

/** A bar that lies over the content has an entry of the history of its own, so that Back closes it and not the page. */
export const closeBarWithBack = (navigation: Ports, layout: Pick<Layout, 'desktop$' | 'bars$' | 'setBar'>): void => {
  const { history } = navigation;
  const isMarked = () => history.location.state === mark;
  let open: BarSide | undefined;
  combineLatest([layout.desktop$, layout.bars$])
    .pipe(
      map(([desktop, { left, right }]): BarSide | undefined =>
        desktop ? undefined : left ? 'left' : right ? 'right' : undefined,
      ),
      distinctUntilChanged(),
    )
    .subscribe((side) => {
      open = side;
      const { pathname, search, hash } = history.location;
      if (side && !isMarked()) history.push({ pathname, search, hash }, mark);
      if (!side && isMarked()) navigation.back();
    });
  navigation.visit$.subscribe(({ action }) => {
    if (action !== NavigationType.Pop) return;
    if (open && !isMarked()) layout.setBar(open, false);
    // As after a dialog that was opened from a bar: there is nothing left to close.
    else if (!open && isMarked()) navigation.back();
  });
};
