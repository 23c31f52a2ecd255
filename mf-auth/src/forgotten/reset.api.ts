import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useMutation } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

/** Asks for a link to set a new password; its answer is the same whether or not there is such an account. */
export const useForgotPassword = (onError: (error: unknown) => void) => {
  const { client } = useHost();
  return useMutation({
    mutationFn: (email: string) => client.call(calls.auth.forgotPassword, { email }),
    onError,
  });
};
