import * as events from '#contracts/events';
import { useCallback } from 'react';
import { useHost } from '../remote.ts';
import { consumeDestination } from './intent.ts';

/**
 * Runs after every login, whichever way it happened, once the session knows the user. Emits `auth.signedIn` and
 * navigates to where the intent cookie leads (A4.11 to A4.15). With `replace`, the browser's Back button does not
 * return to this page.
 */
export const useAfterLogin = () => {
  const { bus, navigation, storage } = useHost();
  return useCallback(
    ({ new: isNew }: { readonly new: boolean }, options?: { readonly replace: boolean }): void => {
      bus.emit(events.auth.signedIn, { new: isNew });
      navigation.navigate(consumeDestination(storage.cookies), options);
    },
    [bus, navigation, storage],
  );
};
