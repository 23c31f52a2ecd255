import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useMutation } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

interface NewPassword {
  readonly password: string;
  readonly resetHash: string;
}

/** Sets the password. This ends all sessions of the account, so the local session is refreshed. */
export const useSetPassword = (onError: (error: unknown) => void) => {
  const { client, session } = useHost();
  return useMutation({
    mutationFn: async (input: NewPassword) => {
      const answer = await client.call(calls.auth.resetWithHash, input);
      // The password is set even if the session cannot be refreshed right now.
      await session.refresh().catch(() => undefined);
      return answer;
    },
    onError,
  });
};
