import { signUpFailed } from '@atrium/shared-kernel/contracts/sentences';
import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useMutation } from '@tanstack/react-query';
import { useAfterLogin } from '../intent/use-after-login.ts';
import { useHost } from '../remote.ts';
import { useFormAlert } from '../ui/use-form-alert.ts';

interface NewUser {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
}

/** Registers the user, then navigates to where the intent cookie leads (A4.11). */
export const useSignUp = () => {
  const { client, session } = useHost();
  const afterLogin = useAfterLogin();
  const alert = useFormAlert();
  return useMutation({
    onMutate: () => alert(),
    mutationFn: async (newUser: NewUser) => {
      await client.call(calls.auth.register, newUser);
      await session.refresh();
    },
    onSuccess: () => afterLogin({ new: true }),
    onError: (error) => alert(messageOf(error, signUpFailed)),
  });
};
