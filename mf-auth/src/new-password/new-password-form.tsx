import { Link } from '@atrium/shared-kernel/remote';
import { newPasswordRules } from '@atrium/shared-kernel/contracts/validation';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Field } from '@atrium/shared-kernel/ui/field';
import { type FormEvent, useId } from 'react';
import { AuthPage } from '../ui/auth-page.tsx';
import form from '../ui/form.module.css';
import { PasswordRules } from '../ui/password-rules.tsx';
import { longest, newPasswordRule } from '../ui/rules.ts';
import { useFields } from '../ui/use-fields.ts';

interface NewPasswordFormProps {
  readonly busy: boolean;
  readonly onSend: (password: string) => void;
}

/** The new password, with its rules as the person types (A5.05, A5.06). */
export const NewPasswordForm = ({ busy, onSend }: NewPasswordFormProps) => {
  const { values, field, check } = useFields({ password: newPasswordRule });
  const rules = useId();

  const send = (event: FormEvent<HTMLFormElement>) => {
    if (check(event) && !busy) onSend(values.password);
  };

  return (
    <AuthPage
      title="Set a new password"
      lead="It replaces your old password and signs you out on all devices."
      aside={
        <>
          Changed your mind? <Link to="/auth/login">Log in</Link>
        </>
      }
    >
      <form className={form.form} onSubmit={send} noValidate>
        {/* Password managers expect a user name next to a password and fill in the one they know. The link does not
            contain it. */}
        <input type="text" name="username" autoComplete="username" defaultValue="" hidden readOnly />
        <Field
          {...field('password')}
          label="New password"
          type="password"
          autoComplete="new-password"
          maxLength={longest.password}
          describedBy={rules}
          required
        />
        <PasswordRules id={rules} rules={newPasswordRules} value={values.password} />
        <div className={form.send}>
          <Button type="submit" variant="primary" size="l" wide busy={busy} busyLabel="Setting your password">
            Set password
          </Button>
        </div>
      </form>
    </AuthPage>
  );
};
