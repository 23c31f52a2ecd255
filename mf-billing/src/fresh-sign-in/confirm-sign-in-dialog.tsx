import { postFailed } from '@atrium/shared-kernel/contracts/sentences';
import { useConfirmSignIn } from './fresh-sign-in.api.ts';
import { PasswordForm } from './password-form.tsx';

/** Asks for the password before something that cannot be undone, if the last login was a while ago. */
export const ConfirmSignInDialog = () => (
  <PasswordForm failed={postFailed} sending={useConfirmSignIn()}>
    You last logged in a while ago. For your safety, enter your password to continue.
  </PasswordForm>
);
