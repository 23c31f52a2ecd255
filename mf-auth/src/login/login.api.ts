import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useMutation } from '@tanstack/react-query';
import { useGoOn } from '../intent/use-go-on.ts';
import { useHost } from '../remote.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Logs in and goes on to what the person came for, by the intent cookie; else to `/`. */
export const useLogin = (onError: (error: unknown) => void) => {
  const { client, session } = useHost();
  const goOn = useGoOn();
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      await client.call(calls.auth.login, credentials);
      await session.refresh();
    },
    onSuccess: () => goOn({ new: false }),
    onError,
  });
};
