import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '@atrium/shared-kernel/contracts/events';
import { useMutation } from '@tanstack/react-query';
import { takeDestination } from '../intent/intent.ts';
import { useRemote } from '../remote.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Logs in and goes on to what the person came for, by the intent cookie; else to `/`. */
export const useLogin = (onError: (error: unknown) => void) => {
  const { bus, client, session, navigation, storage } = useRemote();
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      await client.call(calls.auth.login, credentials);
      await session.refresh();
    },
    onSuccess: () => {
      bus.emit(events.auth.signedIn, { new: false });
      navigation.navigate(takeDestination(storage.cookies));
    },
    onError,
  });
};
