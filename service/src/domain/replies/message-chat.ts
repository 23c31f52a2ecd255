import type * as calls from '@atrium/shared-kernel/contracts/calls/chat';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { schema, type Tx } from '../../db/database.ts';
import { agentFor, type AgentReader, type AgentRow, findAgent } from '../agents/agents.ts';
import { type ChatRow, lockChat } from '../chats/chats.ts';
import { chatFromShare } from '../chats/shares.ts';
import type { PromptUser } from '../chats/system-prompt.ts';
import { ownTag, addToTags } from '../chats/tags.ts';
import { expiryOf } from '../chats/temporary.ts';
import { DomainError } from '../domain-error.ts';

const { chats } = schema;

export interface Sender extends PromptUser, AgentReader {
  readonly booktAdmin: boolean;
  /** On by default. */
  readonly memoryEnabled?: boolean;
  /** The sender's model for new chats, if they chose one. */
  readonly model?: string | null;
}
export type SendInput = Infer<typeof calls.streamReply.input>;

/** The chat of the message: the sender's own, a copy of a shared one, or a new one. */
export const chatFor = async (db: Tx, input: SendInput, sender: Sender): Promise<ChatRow> => {
  if (input.id) {
    const chat = await lockChat(db, sender.id, input.id);
    if ((chat.function ?? undefined) === input.fnName) return chat;
    throw new DomainError(chat.function ? 'chat-builds-agent' : 'chat-builds-no-agent');
  }
  if (input.fnName && (input.shareId ?? input.flowId)) throw new DomainError('agent-needs-own-chat');
  if (input.temporary && (input.fnName ?? input.shareId ?? input.tagId)) throw new DomainError('temporary-chat');
  const expires = input.temporary ? expiryOf(Date.now()) : null;
  const chat = input.shareId
    ? await chatFromShare(db, sender.id, input.shareId)
    : (
        await db
          .insert(chats)
          .values({
            userId: sender.id,
            agentId: input.flowId?.toLowerCase() ?? null,
            function: input.fnName ?? null,
            expires,
          })
          .returning()
      )[0]!;
  if (input.tagId) {
    const tag = await ownTag(db, sender.id, input.tagId);
    await addToTags(db, chat.id, [tag.id]);
  }
  return chat;
};

/** The agent of the message. A chat whose agent is gone continues without one. */
export const agentOf = async (
  db: Tx,
  sender: Sender,
  input: SendInput,
  chat: ChatRow,
): Promise<AgentRow | undefined> => {
  if (input.flowId) return agentFor(db, sender, input.flowId);
  return chat.agentId ? findAgent(db, sender, chat.agentId) : undefined;
};

/** Whether memories are neither read nor created. */
export const ignoresMemories = (
  sender: Sender,
  { fnName }: Pick<SendInput, 'fnName'>,
  { expires }: ChatRow,
  agent: AgentRow | undefined,
): boolean =>
  agent?.memoryDisabled === true || expires !== null || fnName !== undefined || sender.memoryEnabled === false;
