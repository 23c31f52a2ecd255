import * as dialogs from '#contracts/dialogs';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { type Agent, agentDraft, type AgentDraft } from '@atrium/shared-kernel/contracts/entities/agent';
import * as events from '#contracts/events';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import { isFailure } from '@atrium/shared-kernel/failure';
import { Button } from '@atrium/shared-kernel/ui/button';
import { useQuery } from '@tanstack/react-query';
import Bot from 'lucide-react/icons/bot';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type ChatRemote, useHost } from '../remote.ts';
import type { LiveMessage } from '../reply/reply.ts';
import styles from './agent-ready.module.css';

/** What is stored about an agent that was created in an interview. */
type CreatedAgent = Pick<Agent, '_id' | 'title'>;
const isAgent = (value: unknown): value is CreatedAgent =>
  typeof value === 'object' && value !== null && '_id' in value && 'title' in value;

/** Which agents were saved after interviews, by message id. Stored in the browser, for all its tabs. */
const createCreatedAgents = ({ storage }: Pick<ChatRemote, 'storage'>) => {
  const keyOf = (messageId: string) => `agentMade.${messageId}`;
  return {
    of(messageId: string): CreatedAgent | undefined {
      const [id, ...title] = storage.local.get(keyOf(messageId))?.split(' ') ?? [];
      return id ? { _id: id, title: title.join(' ') } : undefined;
    },
    store: (messageId: string, { _id, title }: CreatedAgent) => storage.local.set(keyOf(messageId), `${_id} ${title}`),
    forget: (messageId: string) => storage.local.remove(keyOf(messageId)),
  };
};

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

/** Whether an agent was deleted, also while this card was not on the screen. */
const useIsGone = (agentId: string | undefined): boolean => {
  const { client } = useHost();
  const { error } = useQuery({
    queryKey: ['agent', agentId],
    enabled: agentId !== undefined,
    queryFn: ({ signal }) => client.call(calls.agents.getAgent, { flowId: agentId ?? '', look: 'true' }, { signal }),
  });
  return isFailure(error, calls.agents.getAgent, 'unknown-agent');
};

/** The agent of a message, as drafted and as saved, and functions that open its form. */
const useCreatedAgent = (message: LiveMessage) => {
  const remote = useHost();
  const { dialogs: shown, bus } = remote;
  const [createdAgents] = useState(() => createCreatedAgents(remote));
  const draft = draftOf(message);
  const { _id: messageId } = message;
  const [created, setCreated] = useState<CreatedAgent | undefined>(() => createdAgents.of(messageId));
  const gone = useIsGone(created?._id);
  const saved = gone ? undefined : created;
  const storeCreated = useCallback(
    (closed: unknown) => {
      // A dialog that was closed without saving returns nothing.
      if (!isAgent(closed)) return;
      createdAgents.store(messageId, closed);
      setCreated(closed);
    },
    [createdAgents, messageId],
  );
  const context = message.context;
  const review = useCallback(async () => {
    const read = draftOf(message);
    if (!read) return;
    storeCreated(await shown.open(dialogs.workspace.editAgent, { ...read }));
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- of the message only its agent counts
  }, [shown, context, storeCreated]);
  // A message that this tab has sent keeps its local key. Other tabs know it by the service's id.
  const arrived = message.seq > 0 && message.key !== messageId;
  const opens = arrived && !saved;
  // An agent that was saved and deleted since needs no form by itself.
  const opened = useRef(saved !== undefined);
  useEffect(() => {
    if (!opens || opened.current) return;
    opened.current = true;
    void review();
  }, [opens, review]);
  useEffect(() => {
    if (gone) createdAgents.forget(messageId);
  }, [createdAgents, gone, messageId]);
  const savedId = saved?._id;
  useEffect(() => {
    const subscription = bus.on(events.workspace.agentsChanged).subscribe(({ agentId, deleted }) => {
      if (!deleted || agentId !== savedId) return;
      createdAgents.forget(messageId);
      setCreated(undefined);
    });
    return () => subscription.unsubscribe();
  }, [bus, createdAgents, messageId, savedId]);
  const edit = async () => {
    storeCreated(await shown.open(dialogs.workspace.editAgent, { agentId: savedId }));
  };
  return { draft, saved, review, edit };
};

/**
 * The end of an interview. The form opens by itself in the tab that asked for it, and can be opened again from here as
 * long as the chat exists. Once saved, the agent is edited.
 */
export const AgentReady = ({ message }: Props) => {
  const { draft, saved, review, edit } = useCreatedAgent(message);
  if (!draft) return null;
  return (
    <section className={styles.card} aria-label="Your agent">
      <span className={styles.icon} aria-hidden>
        <Bot />
      </span>
      <p className={styles.text}>
        <strong dir="auto" className={styles.title}>
          {saved?.title ?? draft.title}
        </strong>
        <span className={styles.note}>
          {saved
            ? 'Saved. Choose it under Agents to chat with it.'
            : 'Your agent is ready. Review it, change what you like and save it.'}
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
