import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { messages, newPassword as newPasswordRule } from '@atrium/shared-kernel/contracts/validation';
import { isFailure } from '@atrium/shared-kernel/failure';
import { createWait, useBehavior } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Field } from '@atrium/shared-kernel/ui/field';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useHost } from '../remote.ts';
import { Done } from '../ui/done.tsx';
import { WaitNotice } from '../wait/wait-notice.tsx';
import { useChangePassword } from './password.api.ts';
import classes from './change-form.module.css';

const requiredOf = (value: string) => (value === '' ? messages.required : undefined);
const ruleOf = (value: string) => newPasswordRule().safeParse(value).error?.issues[0]?.message;

/** The form's values and errors, and the change itself. */
const useChangeForm = () => {
  const { alerts, scope } = useHost();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState({ password: '', newPassword: '' });
  const [errors, setErrors] = useState<{ password?: string | undefined; newPassword?: string | undefined }>({});
  const [wait] = useState(() => createWait(scope));
  const seconds = useBehavior(wait.seconds$);
  const change = useChangePassword();
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus();
  const type = (name: keyof typeof typed) => (value: string) => {
    setTyped((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  const refuse = (error: unknown) => {
    if (wait.begin(error)) return;
    const message = messageOf(error, 'Failed to change the password, please try again.');
    if (isFailure(error, calls.auth.changePassword, 'wrong-password')) {
      setErrors({ password: message });
      focus('password');
    } else alerts.show({ message, type: 'error', time: toastTimes.medium });
  };

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending || seconds > 0) return;
    const problems = { password: requiredOf(typed.password), newPassword: ruleOf(typed.newPassword) };
    setErrors(problems);
    if (problems.password !== undefined) focus('password');
    else if (problems.newPassword !== undefined) focus('newPassword');
    else
      change.mutate(typed, {
        onSuccess: () => setTyped({ password: '', newPassword: '' }),
        onError: refuse,
      });
  };
  return { form, typed, errors, seconds, change, type, send };
};

/** Changes the password by the current one. */
export const ChangeForm = ({ email }: { readonly email: string }) => {
  const { form, typed, errors, seconds, change, type, send } = useChangeForm();
  const notice = useId();
  return (
    <form ref={form} className={classes.form} onSubmit={send} noValidate>
      {/* Tells password managers whose password this is. */}
      <input type="text" hidden readOnly autoComplete="username" value={email} />
      <Field
        label="Current password"
        name="password"
        type="password"
        value={typed.password}
        onChange={type('password')}
        error={errors.password}
        maxLength={200}
        autoComplete="current-password"
      />
      <Field
        label="New password"
        name="newPassword"
        type="password"
        value={typed.newPassword}
        onChange={type('newPassword')}
        error={errors.newPassword}
        hint="At least 6 characters with upper and lower case, a digit and a symbol."
        maxLength={200}
        autoComplete="new-password"
      />
      {seconds > 0 && <WaitNotice id={notice} before="Too many attempts. Please wait" seconds={seconds} />}
      <Done>{change.isSuccess && 'Your password is changed. Your other devices are signed out.'}</Done>
      <Button
        type="submit"
        busy={change.isPending}
        busyLabel="Changing password"
        disabled={seconds > 0}
        aria-describedby={seconds > 0 ? notice : undefined}
      >
        Change password
      </Button>
    </form>
  );
};
