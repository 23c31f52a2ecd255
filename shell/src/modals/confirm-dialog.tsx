import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody, DialogFooter } from '@atrium/shared-kernel/ui/dialog-body';
import { Field } from '@atrium/shared-kernel/ui/field';
import { type FormEvent, useEffect, useState } from 'react';
import styles from './confirm-dialog.module.css';
import type { ConfirmProps } from './modals.model.ts';

interface Props extends ConfirmProps {
  onDone: (confirmed: boolean) => void;
}

/** The state of the dialog: the typed word, a sentence once the question is outdated, and the running action. */
const useConfirmation = ({ word, action, outdated$, onDone }: Props) => {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [sentence, setSentence] = useState<string>();
  useEffect(() => {
    const subscription = outdated$?.subscribe(setSentence);
    return () => subscription?.unsubscribe();
  }, [outdated$]);
  // While the action runs, changes come from the action itself.
  const outdated = busy ? undefined : sentence;
  const ready = outdated === undefined && (word === undefined || typed.trim() === word);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || busy) return;
    setBusy(true);
    try {
      await action?.();
      onDone(true);
    } catch {
      // The caller has reported what failed. The dialog stays open for another try.
      setBusy(false);
    }
  };
  return { typed, setTyped, busy, outdated, ready, submit };
};

/** Asks for confirmation of something that cannot be undone, optionally by a typed word (B2.29, B5.06). */
export const ConfirmDialog = (props: Props) => {
  const { title, message, confirm = 'Confirm', word, danger, onDone } = props;
  const { typed, setTyped, busy, outdated, ready, submit } = useConfirmation(props);
  // The focus is placed so that Enter alone never does what cannot be undone.
  const first = word !== undefined ? 'word' : danger ? 'cancel' : 'confirm';
  return (
    <form onSubmit={(event) => void submit(event)}>
      <DialogBody title={title} onClose={() => onDone(false)}>
        <div className={styles.content}>
          <p className={styles.message}>{message}</p>
          {outdated !== undefined && (
            <p role="alert" className={styles.outdated}>
              {outdated}
            </p>
          )}
          {word !== undefined && (
            <Field
              label={`Please enter "${word}" in the input box to continue.`}
              value={typed}
              onChange={setTyped}
              autoComplete="off"
              autoCapitalize="none"
              data-autofocus={first === 'word' || undefined}
            />
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button disabled={busy} data-autofocus={first === 'cancel' || undefined} onClick={() => onDone(false)}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant={danger ? 'danger' : 'primary'}
          disabled={!ready}
          busy={busy}
          busyLabel="Confirming"
          data-autofocus={first === 'confirm' || undefined}
        >
          {confirm}
        </Button>
      </DialogFooter>
    </form>
  );
};
