import * as dialogs from '#contracts/dialogs';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { changeEmailFailed } from '@atrium/shared-kernel/contracts/sentences';
import { PasswordForm } from '../fresh-sign-in/password-form.tsx';
import { useChangeWithPassword } from './email.api.ts';

/**
 * Asks for the password before a change of the email address (A2.22). Closes with true once the service has accepted
 * the change.
 */
export const ConfirmPasswordDialog = () => {
  const { email } = useDialogInput(dialogs.billing.confirmPassword);
  return (
    <PasswordForm failed={changeEmailFailed} sending={useChangeWithPassword(email)}>
      To change your email to <strong>{email}</strong>, enter your password.
    </PasswordForm>
  );
};
