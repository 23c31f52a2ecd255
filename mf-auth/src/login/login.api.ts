import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useMutation } from '@tanstack/react-query';
import { useAfterLogin } from '../intent/use-after-login.ts';
import { useHost } from '../remote.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Logs in, then navigates to where the intent cookie leads, or to `/`. */
export const useLogin = (onError: (error: unknown) => void) => {
  const { client, session } = useHost();
  const afterLogin = useAfterLogin();
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      await client.call(calls.auth.login, credentials);
      await session.refresh();
    },
    onSuccess: () => afterLogin({ new: false }),
    onError,
  });
};
