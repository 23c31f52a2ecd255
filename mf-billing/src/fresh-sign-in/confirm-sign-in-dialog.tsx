import { useConfirmSignIn } from './fresh-sign-in.api.ts';
import { PasswordForm } from './password-form.tsx';

/** The password before something that cannot be undone, where the last log-in was a while ago. */
export const ConfirmSignInDialog = () => (
  <PasswordForm failed="Error posting to api." sending={useConfirmSignIn()}>
    You last logged in a while ago. For your safety, enter your password to continue.
  </PasswordForm>
);
