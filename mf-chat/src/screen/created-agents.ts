import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import type { ChatRemote } from '../remote.ts';

/** What is known of an agent that an interview led to. */
export type CreatedAgent = Pick<Agent, '_id' | 'title'>;

/** Which agents were saved at the ends of interviews, by the ids of their messages: kept in the browser, for all its tabs. */
export const createCreatedAgents = ({ storage }: Pick<ChatRemote, 'storage'>) => {
  const keyOf = (messageId: string) => `agentMade.${messageId}`;
  return {
    of(messageId: string): CreatedAgent | undefined {
      const [id, ...title] = storage.local.get(keyOf(messageId))?.split(' ') ?? [];
      return id ? { _id: id, title: title.join(' ') } : undefined;
    },
    keep: (messageId: string, { _id, title }: CreatedAgent) => storage.local.set(keyOf(messageId), `${_id} ${title}`),
    forget: (messageId: string) => storage.local.remove(keyOf(messageId)),
  };
};
