import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import { type Agent, type AgentDraft, agentDraft } from '@atrium/shared-kernel/contracts/entities/agent';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import { Button } from '@atrium/shared-kernel/ui/button';
import Bot from 'lucide-react/icons/bot';
import { useCallback, useEffect, useState } from 'react';
import { useRemote } from '../remote.ts';
import type { LiveMessage } from '../reply/reply.ts';
import styles from './agent-ready.module.css';

const draftOf = ({ context }: LiveMessage): AgentDraft | undefined => {
  if (context === undefined) return undefined;
  try {
    const read = schemaFor(agentDraft).safeParse(JSON.parse(context));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
};

interface Props {
  /** The message whose answer ended with the agent. */
  readonly message: LiveMessage;
}

/**
 * The end of an interview: the form opens by itself where the answer arrives before one's eyes, and can be opened again
 * from here as long as the chat is there.
 */
export const AgentReady = ({ message }: Props) => {
  const { dialogs: shown } = useRemote();
  const draft = draftOf(message);
  const [saved, setSaved] = useState<Agent>();
  const context = message.context;
  const review = useCallback(async () => {
    const read = draftOf(message);
    if (!read) return;
    const agent = (await shown.open(dialogs.workspace.editAgent, { ...read })) as Agent | undefined;
    if (agent) setSaved(agent);
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- of the message only its agent counts
  }, [shown, context]);
  const arrived = message.seq > 0;
  useEffect(() => {
    if (arrived) void review();
  }, [arrived, review]);
  if (!draft) return null;
  const edit = async () => {
    const agent = (await shown.open(dialogs.workspace.editAgent, { agentId: saved?._id })) as Agent | undefined;
    if (agent) setSaved(agent);
  };
  return (
    <section className={styles.card} aria-label="Your agent">
      <span className={styles.icon} aria-hidden>
        <Bot />
      </span>
      <p className={styles.text}>
        <strong className={styles.title}>{saved?.title ?? draft.title}</strong>
        <span className={styles.note}>
          {saved
            ? 'Saved. Choose it under Agents to chat with it.'
            : 'Ready: look it over, change what you like, save it.'}
        </span>
      </p>
      {saved ? (
        <Button onClick={() => void edit()}>Edit</Button>
      ) : (
        <Button variant="primary" onClick={() => void review()}>
          Review & Save
        </Button>
      )}
    </section>
  );
};
