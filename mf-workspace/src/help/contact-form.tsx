import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { Button } from '@atrium/shared-kernel/ui/button';
import { TextArea } from '@atrium/shared-kernel/ui/field';
import { type SyntheticEvent, useState } from 'react';
import * as z from 'zod/mini';
import { useAccess } from '../access.ts';
import { useHost } from '../remote.ts';
import { useSavedDraft } from '../saved-draft.ts';
import styles from './help-dialog.module.css';

const maxMessage = 10_000;

/** What is stored if the dialog closes before it is sent. */
const fields = () => z.object({ text: z.string() });

/**
 * The text of a message to support, and its sending. Both go on while another tab of the dialog is shown, and the text
 * is there again when the dialog was closed.
 */
export const useContact = () => {
  const { client, alerts } = useHost();
  const { typed, typedNow, change, submit } = useSavedDraft('help', 'message', { fields, item: { text: '' } });
  const { text } = typed;
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    const putBack = submit();
    try {
      await client.call(calls.help.sendHelpMessage, { helperPrompt: text });
      // What was typed in the meantime is another message.
      if (typedNow().text === text) change({ text: '' });
      alerts.show({ type: 'info', time: toastTimes.short, message: 'Success' });
    } catch (error) {
      putBack();
      const message = messageOf(error, 'Failed. Please try again.');
      alerts.show({ type: 'error', time: toastTimes.medium, message });
    } finally {
      setSending(false);
    }
  };
  return { text, setText: (next: string) => change({ text: next }), sending, send };
};

/** A message to the product's support team. It must not be empty (B5.21). */
export const ContactForm = ({ text, setText, sending, send }: ReturnType<typeof useContact>) => {
  const visitor = useAccess().kind === 'visitor';
  const empty = text.trim() === '';
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!empty && !sending) void send();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextArea
        label="Message"
        placeholder="Tell us what you need. A human reads every message and will reply to you."
        hint={visitor ? 'Include your email address, so that we can reply.' : undefined}
        minRows={5}
        maxRows={12}
        maxLength={maxMessage}
        value={text}
        onChange={setText}
      />
      <Button
        type="submit"
        variant="primary"
        className={styles.send}
        disabled={empty}
        busy={sending}
        busyLabel="Sending"
      >
        Send
      </Button>
    </form>
  );
};
