import { useBehavior } from '@atrium/shared-kernel/remote';
import { useEffect, useRef } from 'react';
import { useHost } from '../remote.ts';
import { takeDestination } from './intent.ts';

/**
 * Leads somebody who comes signed in past the login and the sign-up, to what the intent cookie wants. `signingIn`: the
 * page signs somebody in itself, and goes on by itself.
 */
export const useSignedInAlready = (signingIn: boolean): void => {
  const { navigation, session, storage } = useHost();
  const user = useBehavior(session.user$);
  const known = useBehavior(session.authVersion$) > 0;
  const judged = useRef(false);

  useEffect(() => {
    if (!known || judged.current) return;
    judged.current = true;
    if (user && !signingIn) navigation.navigate(takeDestination(storage.cookies), { replace: true });
  }, [known, user, signingIn, navigation, storage]);
};
