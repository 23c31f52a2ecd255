import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useMutation } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

/** Requests a link to set a new password. The answer is the same whether or not the account exists. */
export const useForgotPassword = (onError: (error: unknown) => void) => {
  const { client } = useHost();
  return useMutation({
    mutationFn: (email: string) => client.call(calls.auth.forgotPassword, { email }),
    onError,
  });
};
