import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Host } from '@atrium/shared-kernel/remote';
import { isId } from '@atrium/shared-kernel/contracts/id';
import type { OwnedNavigation } from './navigation.ts';

/** Query parameters of the main screen that are ids. A shared chat reports a broken link itself. */
const named = {
  chat: 'a chat',
  agent: 'an agent',
  flow: 'an agent',
  team: 'a team',
  collection: 'a collection',
} as const;

/**
 * Reports a malformed id in the address and removes it, since it would be ignored silently. Nobody has to be asked about
 * it, so it is reported as the page starts.
 */
export const reportMalformedIds = (
  { location$, setQuery }: Pick<OwnedNavigation, 'location$' | 'setQuery'>,
  alerts: Pick<Host['alerts'], 'show'>,
): void => {
  location$.subscribe(({ pathname, search }) => {
    if (pathname !== '/') return;
    const query = new URLSearchParams(search);
    for (const [name, what] of Object.entries(named)) {
      const id = query.get(name);
      if (id === null || isId(id)) continue;
      const message = `This link doesn’t lead to ${what}. Check that you copied all of it.`;
      alerts.show({ message, type: 'error', time: toastTimes.long });
      setQuery({ [name]: undefined }, { replace: true });
    }
  });
};
