import { signUpFailed } from '@atrium/shared-kernel/contracts/sentences';
import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
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
  const registered = useRef<string>(undefined);
  return useMutation({
    onMutate: () => alert(),
    mutationFn: async (newUser: NewUser) => {
      // These values have an account already if only the user could not be fetched the last time.
      const values = JSON.stringify(newUser);
      if (registered.current !== values) await client.call(calls.auth.register, newUser);
      registered.current = values;
      await session.refresh();
    },
    onSuccess: () => afterLogin({ new: true }),
    onError: (error) => alert(messageOf(error, signUpFailed)),
  });
};
