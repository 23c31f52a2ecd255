import type { BarSide, Layout } from '@atrium/shared-kernel/remote';
import { NavigationType } from 'react-router-dom';
import { combineLatest, distinctUntilChanged, map } from 'rxjs';
import type { OwnedNavigation } from '../router/navigation.ts';

/** Marks the entry of the history that a bar over the content has. */
const mark = 'bar';

type Ports = Pick<OwnedNavigation, 'history' | 'visit$' | 'back' | 'inTurn'>;

/** A bar that lies over the content has an entry of the history of its own, so that Back closes it and not the page. */
export const closeBarWithBack = (navigation: Ports, layout: Pick<Layout, 'desktop$' | 'bars$' | 'setBar'>): void => {
  const { history } = navigation;
  const isMarked = () => history.location.state === mark;
  let open: BarSide | undefined;
  /** Changes of the bars whose entry waits for a step back to end, as from the dialog in which a bar was asked for. */
  let due = 0;
  combineLatest([layout.desktop$, layout.bars$])
    .pipe(
      map(([desktop, { left, right }]): BarSide | undefined =>
        desktop ? undefined : left ? 'left' : right ? 'right' : undefined,
      ),
      distinctUntilChanged(),
    )
    .subscribe((side) => {
      open = side;
      due += 1;
      navigation.inTurn(() => {
        due -= 1;
        const { pathname, search, hash } = history.location;
        if (open && !isMarked()) history.push({ pathname, search, hash }, mark);
        if (!open && isMarked()) navigation.back();
      });
    });
  navigation.visit$.subscribe(({ action }) => {
    if (action !== NavigationType.Pop || due > 0) return;
    if (open && !isMarked()) layout.setBar(open, false);
    // As after a dialog that was opened from a bar: there is nothing left to close.
    else if (!open && isMarked()) navigation.back();
  });
};
