import { useEffect } from 'react';
import { useHost } from '../remote.ts';
import { endTeamIntent } from './intent.ts';

/**
 * Ends the intent of a team sign-up when the user leaves the pages for signing in without having done so. Otherwise the
 * next sign-up or log-in, which asks for no team, would lead to a new team. A page that is left for an identity provider
 * is not unmounted, so the intent is there when the user returns.
 */
export const useTeamIntentEnd = (): void => {
  const { navigation, storage } = useHost();
  useEffect(
    () => () => {
      if (!navigation.location$.value.pathname.startsWith('/auth/')) endTeamIntent(storage.cookies);
    },
    [navigation, storage],
  );
};
