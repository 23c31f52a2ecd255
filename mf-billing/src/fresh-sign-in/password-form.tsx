import { messageOf } from '@atrium/shared-kernel/client';
import { messages } from '@atrium/shared-kernel/contracts/validation';
import { createWait, useBehavior } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody, DialogFooter } from '@atrium/shared-kernel/ui/dialog-body';
import { Field } from '@atrium/shared-kernel/ui/field';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useHost } from '../remote.ts';
import { WaitNotice } from '../wait/wait-notice.tsx';
import classes from './password-form.module.css';

interface Handlers {
  readonly onSuccess: () => void;
  readonly onError: (error: unknown) => void;
}

interface Props {
  /** Why the password is needed. */
  readonly children: ReactNode;
  /** The message for a failure without one. */
  readonly failed: string;
  /** The call that sends the password. */
  readonly sending: {
    readonly isPending: boolean;
    readonly mutate: (password: string, handlers: Handlers) => void;
  };
}

/** Asks for the account's password. Closes with true once the service has accepted it. */
export const PasswordForm = ({ children, failed, sending }: Props) => {
  const { close, scope, session } = useHost();
  const user = useBehavior(session.user$);
  const form = useRef<HTMLFormElement>(null);
  const notice = useId();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [wait] = useState(() => createWait(scope));
  const seconds = useBehavior(wait.seconds$);
  const focus = () => form.current?.querySelector<HTMLInputElement>('input[type="password"]')?.focus();
  const { isPending, mutate } = sending;
  const onError = (failure: unknown) => {
    if (wait.begin(failure)) return;
    setError(messageOf(failure, failed));
    focus();
  };
  // The dialog frame took the focus while this was loading.
  useEffect(focus, []);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!user || isPending || seconds > 0) return;
    setError(password === '' ? messages.required : undefined);
    if (password === '') focus();
    else mutate(password, { onSuccess: () => close(true), onError });
  };
  return (
    <form ref={form} onSubmit={send} noValidate>
      <DialogBody title="Confirm your password" onClose={() => close()}>
        <div className={classes.content}>
          <p className={classes.text}>{children}</p>
          {/* Tells password managers whose password this is. */}
          <input type="text" hidden readOnly autoComplete="username" value={user?.email ?? ''} />
          <Field
            label="Password"
            type="password"
            value={password}
            onChange={(typed) => {
              setPassword(typed);
              setError(undefined);
            }}
            error={error}
            maxLength={200}
            autoComplete="current-password"
          />
          {seconds > 0 && <WaitNotice id={notice} before="Too many attempts. Please wait" seconds={seconds} />}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => close()}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          busy={isPending}
          busyLabel="Confirming"
          disabled={seconds > 0}
          aria-describedby={seconds > 0 ? notice : undefined}
        >
          Confirm
        </Button>
      </DialogFooter>
    </form>
  );
};
