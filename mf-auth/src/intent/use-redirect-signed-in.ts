import { useBehavior } from '@atrium/shared-kernel/remote';
import { useEffect, useRef } from 'react';
import { useHost } from '../remote.ts';
import { consumeDestination } from './intent.ts';

/**
 * Redirects a user who is already signed in away from the login and sign-up pages, to where the intent cookie leads.
 * `signingIn` is true while the page itself signs the user in: it then navigates on its own.
 */
export const useRedirectSignedIn = (signingIn: boolean): void => {
  const { navigation, session, storage } = useHost();
  const user = useBehavior(session.user$);
  const known = useBehavior(session.authVersion$) > 0;
  const checked = useRef(false);

  useEffect(() => {
    if (!known || checked.current) return;
    checked.current = true;
    if (user && !signingIn) navigation.navigate(consumeDestination(storage.cookies), { replace: true });
  }, [known, user, signingIn, navigation, storage]);
};
