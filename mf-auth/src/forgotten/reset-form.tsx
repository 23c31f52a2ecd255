import { Link } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Field, type FieldProps } from '@atrium/shared-kernel/ui/field';
import type { FormEvent, ReactNode } from 'react';
import form from '../ui/form.module.css';
import { longest } from '../ui/rules.ts';

interface Props {
  readonly field: (name: 'email') => Partial<FieldProps>;
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Why the form cannot be sent yet, and the element id of that notice. */
  readonly notice?: ReactNode;
  readonly noticeId?: string | undefined;
  readonly busy?: boolean;
}

export const ResetForm = ({ field, onSubmit, notice, noticeId, busy = false }: Props) => (
  <form className={form.form} method="post" onSubmit={onSubmit} noValidate data-early-form="reset">
    <Field
      {...field('email')}
      label="Email"
      type="email"
      autoComplete="username"
      inputMode="email"
      maxLength={longest.email}
      required
    />
    {notice}
    <div className={form.send}>
      <Button
        type="submit"
        variant="primary"
        size="l"
        wide
        busy={busy}
        busyLabel="Sending link"
        disabled={noticeId !== undefined}
        aria-describedby={noticeId}
      >
        Send link
      </Button>
    </div>
  </form>
);

export const resetTexts = {
  title: 'Forgot your password?',
  lead: 'Enter your account’s email address, and we’ll send you a link to set a new password.',
  aside: (
    <>
      Remembered it? <Link to="/auth/login">Log in</Link>
    </>
  ),
};
