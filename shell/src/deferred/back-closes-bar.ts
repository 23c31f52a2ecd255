import type { BarSide, Layout } from '@atrium/shared-kernel/remote';
import { NavigationType } from 'react-router-dom';
import { combineLatest, distinctUntilChanged, map } from 'rxjs';
import type { OwnedNavigation } from '../router/navigation.ts';

/** The state of a history entry that belongs to a bar over the content. */
export const barMark = 'bar';

type Ports = Pick<OwnedNavigation, 'history' | 'visit$' | 'back' | 'afterBack'>;

/** Gives a bar over the content its own history entry, so that Back closes the bar instead of leaving the page. */
export const closeBarWithBack = (navigation: Ports, layout: Pick<Layout, 'desktop$' | 'bars$' | 'setBar'>): void => {
  const { history } = navigation;
  const isMarked = () => history.location.state === barMark;
  const path = () => {
    const { pathname, search, hash } = history.location;
    return { pathname, search, hash };
  };
  // The history keeps a mark over a reload, which closes the bar. A step back from there could leave the product.
  if (isMarked()) history.replace(path());
  let open: BarSide | undefined;
  /** The number of bar changes that wait for a step back to finish, such as that of a dialog which opened a bar. */
  let pending = 0;
  combineLatest([layout.desktop$, layout.bars$])
    .pipe(
      map(([desktop, { left, right }]): BarSide | undefined =>
        desktop ? undefined : left ? 'left' : right ? 'right' : undefined,
      ),
      distinctUntilChanged(),
    )
    .subscribe((side) => {
      open = side;
      pending += 1;
      navigation.afterBack(() => {
        pending -= 1;
        if (open && !isMarked()) history.push(path(), barMark);
        if (!open && isMarked()) navigation.back();
      });
    });
  navigation.visit$.subscribe(({ action }) => {
    if (action !== NavigationType.Pop || pending > 0) return;
    if (open && !isMarked()) layout.setBar(open, false);
    // The entry of a bar that is closed already, as after a dialog that was opened from the bar, is skipped.
    else if (!open && isMarked()) navigation.back();
  });
};
