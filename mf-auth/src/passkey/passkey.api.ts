import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useAfterLogin } from '../intent/use-after-login.ts';
import { useHost } from '../remote.ts';
import { useFormAlert } from '../ui/use-form-alert.ts';
import { requestPasskey } from './web-authn.ts';

const failed = 'Your passkey didn’t work. Please try again, or log in with your email and password.';

const notLoaded = 'You’re logged in, but your account couldn’t be loaded. Please try again.';

/** Logs in with a passkey and continues as after any login. A user who cancels the browser's prompt sees no error. */
export const usePasskeyLogin = () => {
  const { client, session, scope } = useHost();
  const afterLogin = useAfterLogin();
  const alert = useFormAlert();
  const accepted = useRef(false);
  const prove = async (): Promise<boolean> => {
    const { options } = await client.call(calls.passkeys.startPasskeyLogin, {});
    const credential = await requestPasskey(options, scope.signal);
    if (!credential) return false;
    await client.call(calls.passkeys.finishPasskeyLogin, { credential });
    return true;
  };
  return useMutation({
    onMutate: () => alert(),
    mutationFn: async () => {
      // The passkey was accepted already if only the user could not be fetched the last time.
      accepted.current ||= await prove();
      if (accepted.current) await session.refresh();
      return accepted.current;
    },
    onSuccess: (loggedIn) => {
      if (loggedIn) afterLogin({ new: false });
    },
    onError: (error) => alert(messageOf(error, accepted.current ? notLoaded : failed)),
  });
};
