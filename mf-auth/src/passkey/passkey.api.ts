import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useMutation } from '@tanstack/react-query';
import { useGoOn } from '../intent/use-go-on.ts';
import { useHost } from '../remote.ts';
import { useFormAlert } from '../ui/use-form-alert.ts';
import { askForPasskey } from './web-authn.ts';

const failed = 'Your passkey didn’t work. Please try again, or log in with your email and password.';

/** Logs in with a passkey and goes on as after any log-in. A person who turns the question down hears nothing. */
export const usePasskeyLogin = () => {
  const { client, session, scope } = useHost();
  const goOn = useGoOn();
  const alert = useFormAlert();
  return useMutation({
    onMutate: () => alert(),
    mutationFn: async () => {
      const { options } = await client.call(calls.passkeys.startPasskeyLogin, {});
      const credential = await askForPasskey(options, scope.signal);
      if (!credential) return false;
      await client.call(calls.passkeys.finishPasskeyLogin, { credential });
      await session.refresh();
      return true;
    },
    onSuccess: (loggedIn) => {
      if (loggedIn) goOn({ new: false });
    },
    onError: (error) => alert(messageOf(error, failed)),
  });
};
