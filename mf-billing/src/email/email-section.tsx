import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Field } from '@atrium/shared-kernel/ui/field';
import { type FormEvent, useId, useState } from 'react';
import { Done } from '../ui/done.tsx';
import { Section } from '../ui/section.tsx';
import { Confirmation } from './confirmation.tsx';
import classes from './email-section.module.css';
import { useChangeEmail } from './email.api.ts';
import { emailError } from './email.ts';

/** The account's email address, which is changed by a link sent to the new one (A5.11, A7.12). */
export const EmailSection = ({ user }: { readonly user: User }) => {
  const [typed, setTyped] = useState<string>();
  const [validated, setValidated] = useState(false);
  const [linkSentTo, setLinkSentTo] = useState<string>();
  const id = useId();
  const email = typed ?? user.email;
  const error = emailError(email, user.email);
  const change = useChangeEmail((to) => {
    setLinkSentTo(to);
    setTyped(undefined);
    setValidated(false);
  });

  const type = (value: string) => {
    setTyped(value);
    setValidated(false);
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.isPending) return;
    setValidated(true);
    if (error === undefined) change.mutate({ userId: user._id, email: email.trim() });
    else event.currentTarget.querySelector('input')?.focus();
  };

  return (
    <Section title="Email" text="You log in with this address, and we send our emails to it.">
      {user.emailVerified === false && <Confirmation email={user.email} />}
      <form className={classes.form} onSubmit={send} noValidate>
        <Field
          id={id}
          label="Email"
          type="email"
          inputMode="email"
          value={email}
          onChange={type}
          onBlur={() => setValidated(typed !== undefined && typed.trim() !== '' && email !== user.email)}
          error={validated ? error : undefined}
          hint="We’ll send a link to the new address. The change takes effect when you open it."
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Done>
          {linkSentTo !== undefined && linkSentTo !== user.email && (
            <>
              We’ve sent a link to {linkSentTo}. Until you open it, {user.email} stays your address.
            </>
          )}
        </Done>
        <Button type="submit" busy={change.isPending} busyLabel="Changing email">
          Change email
        </Button>
      </form>
    </Section>
  );
};
