import * as events from '#contracts/events';
import { useCallback } from 'react';
import { useHost } from '../remote.ts';
import { takeDestination } from './intent.ts';

/**
 * What follows every log-in, by whatever way, once the session knows the user: it is told, and the person goes to what
 * they came for, by the intent cookie (A4.11 to A4.15). `replace`: back does not lead here again.
 */
export const useGoOn = () => {
  const { bus, navigation, storage } = useHost();
  return useCallback(
    ({ new: isNew }: { readonly new: boolean }, options?: { readonly replace: boolean }): void => {
      bus.emit(events.auth.signedIn, { new: isNew });
      navigation.navigate(takeDestination(storage.cookies), options);
    },
    [bus, navigation, storage],
  );
};
