import { NavigationType } from 'react-router-dom';
import { skip } from 'rxjs';
import type { Modals } from '../modals/modals.model.ts';
import type { OwnedNavigation } from '../router/navigation.ts';
import { barMark } from './back-closes-bar.ts';

/**
 * Keeps the address below a dialog or a bar up to date. What is on the page may get another address meanwhile, such as a
 * new chat whose first message is answered, but only the topmost entry of the history can be changed. So the entries
 * below get the change when Back leads to them, before anybody reads their address.
 */
export const keepAddressBelow = (
  { history, visit$ }: Pick<OwnedNavigation, 'history' | 'visit$'>,
  { stack$ }: Pick<Modals, 'stack$'>,
): void => {
  /** The query of the page itself, and the parameters of dialogs. */
  const parts = (search: string) => {
    const query = new URLSearchParams(search);
    const dialogs = stack$.value.map(({ key }) => key).filter((key) => query.has(key));
    for (const key of dialogs) query.delete(key);
    return { query, dialogs };
  };
  let at = history.location;
  /** The keys of the entries below a dialog or a bar, the nearest last. */
  let below: readonly string[] = [];
  visit$.pipe(skip(1)).subscribe(({ location, action }) => {
    const was = at;
    at = location;
    const { query: before } = parts(was.search);
    const { query, dialogs } = parts(location.search);
    const samePath = location.pathname === was.pathname;
    const samePage = samePath && query.toString() === before.toString();
    const isAbove = location.state === barMark || dialogs.length > 0;
    if (action === NavigationType.Push) below = isAbove && samePage ? [...below, was.key] : [];
    if (action === NavigationType.Replace) {
      if (!(isAbove && samePath)) below = [];
      // The dialog knows its entry by the key, to go back from it when its button closes it.
      else if (below.length > 0 && location.key !== was.key) {
        at = { ...location, key: was.key };
        history.replace(at);
      }
    }
    if (action !== NavigationType.Pop) return;
    const depth = below.indexOf(location.key);
    below = below.slice(0, Math.max(depth, 0));
    if (depth < 0 || samePage) return;
    for (const key of dialogs) before.set(key, '');
    const text = before.toString();
    // The entry itself stays: dialogs and bars know theirs by its key and its state.
    history.replace({ ...location, search: text && `?${text}` });
  });
};
