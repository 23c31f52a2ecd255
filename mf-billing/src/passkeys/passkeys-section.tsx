import { Button, IconButton } from '@atrium/shared-kernel/ui/button';
import KeyRound from 'lucide-react/icons/key-round';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash from 'lucide-react/icons/trash-2';
import { useRef, useState } from 'react';
import { LoadFailure } from '../ui/load-failure.tsx';
import { dayOf, joined, relativeTime } from '../ui/times.ts';
import { Row, Rows, RowsSkeleton } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { NameRow } from './name-row.tsx';
import { type Passkey, useAddPasskey, usePasskeys, useRemovePasskey, useWebAuthnSupport } from './passkeys.api.ts';
import classes from './passkeys-section.module.css';

const detailsOf = ({ createdDate, lastUse }: Passkey, asOf: number): string => {
  const used = lastUse === undefined ? 'Never used' : `Last used ${relativeTime(lastUse, asOf)}`;
  return joined(`Added ${dayOf(createdDate)}`, used);
};

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly asOf: number;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

const PasskeyRow = ({ passkey, asOf, onRename, onRemove }: PasskeyRowProps) => (
  <Row
    icon={<KeyRound />}
    title={passkey.name}
    text={detailsOf(passkey, asOf)}
    action={
      <span className={classes.actions}>
        <IconButton label={`Rename passkey ${passkey.name}`} icon={<Pencil />} onClick={onRename} />
        <IconButton label={`Remove passkey ${passkey.name}`} icon={<Trash />} onClick={onRemove} />
      </span>
    }
  />
);

/** The passkeys on the user's devices, which log in instead of the password. */
export const PasskeysSection = () => {
  const { passkeys, asOf, error, isFetching, retry } = usePasskeys();
  const supported = useWebAuthnSupport();
  const add = useAddPasskey();
  const section = useRef<HTMLDivElement>(null);
  const remove = useRemovePasskey(() => section.current?.focus());
  const [naming, setNaming] = useState<string>();
  const stopNaming = () => {
    setNaming(undefined);
    section.current?.focus();
  };
  return (
    <Section title="Passkeys" text="Log in with your fingerprint, face or screen lock instead of a password.">
      <div ref={section} tabIndex={-1} className={classes.passkeys}>
        {passkeys ? (
          passkeys.length === 0 ? (
            <p className={classes.empty}>No passkeys yet.</p>
          ) : (
            <Rows label="Passkeys">
              {passkeys.map((passkey) =>
                passkey.id === naming ? (
                  <NameRow key={passkey.id} passkey={passkey} onDone={stopNaming} />
                ) : (
                  <PasskeyRow
                    key={passkey.id}
                    passkey={passkey}
                    asOf={asOf}
                    onRename={() => setNaming(passkey.id)}
                    onRemove={() => void remove(passkey)}
                  />
                ),
              )}
            </Rows>
          )
        ) : error ? (
          <LoadFailure what="your passkeys" error={error} onRetry={retry} busy={isFetching} />
        ) : (
          <RowsSkeleton label="Loading your passkeys" count={1} />
        )}
      </div>
      {supported === false ? (
        <p className={classes.missing}>This browser doesn’t support passkeys. Try another browser or device.</p>
      ) : (
        <Button
          icon={<Plus />}
          busy={add.isPending}
          busyLabel="Adding a passkey"
          onClick={() => add.mutate(undefined, { onSuccess: (added) => setNaming((open) => open ?? added) })}
        >
          Add a passkey
        </Button>
      )}
    </Section>
  );
};
