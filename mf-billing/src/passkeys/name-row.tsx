import { passkeyName, passkeyNameMax } from '@atrium/shared-kernel/contracts/validation';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Field } from '@atrium/shared-kernel/ui/field';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Actions } from '../ui/section.tsx';
import classes from './passkeys-section.module.css';
import { type Passkey, useRenamePasskey } from './passkeys.api.ts';

/** A passkey whose name is being edited, after it was added or later. */
export const NameRow = ({ passkey, onDone }: { readonly passkey: Passkey; readonly onDone: () => void }) => {
  const [name, setName] = useState(passkey.name);
  const [validated, setValidated] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const rename = useRenamePasskey();
  const error = passkeyName().safeParse(name).error?.issues[0]?.message;
  useEffect(() => form.current?.querySelector('input')?.select(), []);

  const save = (event: FormEvent) => {
    event.preventDefault();
    setValidated(true);
    if (error !== undefined) form.current?.querySelector('input')?.focus();
    else if (name.trim() === passkey.name) onDone();
    // Not called once another row is being edited, which must stay open.
    else if (!rename.isPending) rename.mutate({ passkeyId: passkey.id, name }, { onSuccess: onDone });
  };
  return (
    <li className={classes.naming}>
      <form ref={form} onSubmit={save} noValidate>
        <Field
          label="Passkey name"
          dir="auto"
          value={name}
          onChange={setName}
          error={validated ? error : undefined}
          hint="Name the device or app that holds it."
          maxLength={passkeyNameMax}
          autoComplete="off"
        />
        <Actions>
          <Button type="submit" size="s" busy={rename.isPending} busyLabel="Saving">
            Save name
          </Button>
          <Button size="s" variant="ghost" onClick={onDone}>
            Cancel
          </Button>
        </Actions>
      </form>
    </li>
  );
};
