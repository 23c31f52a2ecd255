import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useMutation } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

interface NewPassword {
  readonly password: string;
  readonly resetHash: string;
}

/** Sets the password. It ends all sessions of the account, so the session here is asked for again. */
export const useSetPassword = (onError: (error: unknown) => void) => {
  const { client, session } = useHost();
  return useMutation({
    mutationFn: async (input: NewPassword) => {
      const answer = await client.call(calls.auth.resetWithHash, input);
      // The password is set, whether or not the service can say right now who is signed in here.
      await session.refresh().catch(() => undefined);
      return answer;
    },
    onError,
  });
};
