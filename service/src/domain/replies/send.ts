import { and, eq } from 'drizzle-orm';
import { keyOf } from '../../ports/objects.ts';
import { type Db, schema, type Tx } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { cachePath } from '../chats/branches.ts';
import type { MessageRow } from '../chats/messages.ts';
import { homeOf } from '../chats/tags.ts';
import { expiryOf } from '../chats/temporary.ts';
import { recordReport, withMemories } from '../context/reports.ts';
import { summaryOf } from '../context/summaries.ts';
import { documentTokens, isLong, mostPictureTokens, planRequest, usualTokens } from '../context/plan.ts';
import { onceRead } from '../files/unread.ts';
import { memoriesOf } from '../memories/memories.ts';
import { newMemoryIn, storeMemory } from '../memories/memory-command.ts';
import { type Groups, groupsOf } from '../models/access.ts';
import { chooseModels, openModels } from '../models/choice.ts';
import { teamModel } from '../models/team-model.ts';
import { type Mode, modeOf } from '../modes/modes.ts';
import { sealerFor, isSecureMessage } from '../modes/secure.ts';
import { openRecall } from '../recall/recall.ts';
import { shareOfDocuments, sourceTokens } from '../research/sources.ts';
import { storable } from '../text.ts';
import { reserveUsage } from '../usage/reservations.ts';
import type { Admit } from './admission.ts';
import type { PromptAttachments, AttachmentHandler } from './attachments.ts';
import { type ReplyHub, replyLimit } from './hub.ts';
import type { ChatRow } from '../chats/chats.ts';
import { agentOf, chatFor, ignoresMemories, type Sender, type SendInput } from './message-chat.ts';
import { branchBefore, exchangesOf, leafAfter, replacedBy } from './branch-before.ts';
import { DomainError } from '../domain-error.ts';

const { chats, messages } = schema;

const requireContent = (input: SendInput): void => {
  if (input.prompt.trim() === '' && !input.files?.length && !input.voiceNote) throw new DomainError('empty-message');
};

const sentBefore = async (db: Tx, userId: string, sendId: string | undefined): Promise<string | undefined> => {
  if (sendId === undefined) return undefined;
  const [row] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.userId, userId), eq(messages.sendId, sendId)));
  return row?.id;
};

/** The sent input, with its mode. */
interface Sent extends SendInput {
  readonly mode: Mode | undefined;
}

interface Prepared {
  readonly remembered: readonly string[];
  readonly attached: PromptAttachments;
  readonly store: AttachmentHandler['store'];
  readonly replaced: MessageRow | undefined;
  readonly groups: Groups;
  /** The model that the sender's active team uses for new chats. */
  readonly team: string | undefined;
}

/** Stores the message as pending and leased to the hub; false if its send was stored before. */
const insertPending = async (
  tx: Tx,
  row: Pick<MessageRow, 'id' | 'chatId' | 'userId' | 'parentId' | 'prompt'>,
  { sendId, mode }: Sent,
  hub: ReplyHub,
): Promise<boolean> => {
  const inserted = await tx
    .insert(messages)
    .values({
      ...row,
      sendId: sendId ?? null,
      mode: mode ?? null,
      pending: true,
      leaseOwner: hub.id,
      leaseUntil: new Date(Date.now() + replyLimit + 10_000),
    })
    .onConflictDoNothing()
    .returning({ id: messages.id });
  return inserted.length > 0;
};

interface Added {
  /** The last message of the branch that the chat shows from now on. */
  readonly leafId: string;
  /** The chat counts as long for the model. */
  readonly long: boolean;
  readonly secure: boolean;
  /** The model that the chat uses from now on; undefined leaves it unchanged. */
  readonly model: string | undefined;
}

/** Updates the chat of a message that was sent. */
const addToChat = async (tx: Tx, chat: ChatRow, { leafId, long, secure, model }: Added): Promise<void> => {
  await tx
    .update(chats)
    .set({
      lastUpdate: new Date(),
      leafId,
      ...(long ? { lengthWarning: true } : {}),
      ...(secure ? { secure: true } : {}),
      ...(chat.expires ? { expires: expiryOf(Date.now()) } : {}),
      ...(model === undefined ? {} : { model }),
    })
    .where(eq(chats.id, chat.id));
};

/** The models that may answer, preferred one first, and the part of the chat so far that the first one can read. */
const openContext = async (
  tx: Tx,
  hub: ReplyHub,
  { mode, model: named }: Sent,
  {
    groups,
    preferred,
    branch,
  }: { groups: Groups; preferred: readonly (string | null | undefined)[]; branch: readonly string[] },
) => {
  const models = chooseModels(hub.catalog, groups, mode, { named, preferred });
  const contextTokens = hub.contextTokens(mode, models[0]);
  const counter = hub.counterFor(models[0]);
  const exchanges = await exchangesOf(tx, branch, contextTokens ?? usualTokens, counter.count);
  return { models, contextTokens, counter, exchanges };
};

/** Stores a sent message in its chat; undefined if another request has already stored it. */
const storeMessage = async (tx: Tx, hub: ReplyHub, sender: Sender, input: Sent, prepared: Prepared) => {
  const { attached, replaced, groups, team } = prepared;
  const fresh = !input.id && !input.shareId;
  const chat = await chatFor(tx, input, sender);
  const secure = await sealerFor(tx, chat, input.mode, hub.sealer);
  // This transaction holds the chat's lock. The transaction that ends the reply of an earlier send with this id holds
  // its row in the unique index and needs the chat, so an insert would deadlock. Therefore the earlier message is
  // looked up first.
  if (input.id && (await sentBefore(tx, sender.id, input.sendId))) return undefined;
  const agent = await agentOf(tx, sender, input, chat);
  const collection = chat.function ? undefined : await homeOf(tx, chat.id);
  const branch = fresh ? [] : await branchBefore(tx, chat, input, replaced);
  const preferred = [chat.model, agent?.model, sender.model, team];
  const context = await openContext(tx, hub, input, { groups, preferred, branch });
  const long = isLong(context.exchanges, input.prompt, context.contextTokens);
  const messageId = newId();
  const row = { id: messageId, chatId: chat.id, userId: sender.id, parentId: branch.at(-1) ?? null };
  const leafId = await leafAfter(tx, chat, branch, replaced, { id: messageId, prompt: input.prompt });
  const prompt = secure ? secure.seal(input.prompt) : input.prompt;
  if (!(await insertPending(tx, { ...row, prompt, ...attached.note }, input, hub))) return undefined;
  cachePath([...branch, messageId]);
  // A new chat needs no update, unless it is already secure or long, or was sent with a model.
  if (!fresh || long || secure || input.model) {
    // A picture or a research may be made by another model, but the choice holds for the chat's next message.
    const model = openModels(hub.catalog, groups, undefined).find((id) => id === input.model);
    await addToChat(tx, chat, { leafId, long, secure: secure !== undefined, model });
  }
  return { messageId, chat, fresh, secure, agent, collection, branch, long, ...context };
};

/** Stores a sent message with its files, and plans the request to the model. */
const accept = async (tx: Tx, hub: ReplyHub, sender: Sender, input: Sent, prepared: Prepared) => {
  // Locks the user, which a pin does before it locks the chat: in another order, the two would deadlock.
  const newMemory = await newMemoryIn(tx, sender.id, input.prompt);
  const stored = await storeMessage(tx, hub, sender, input, prepared);
  if (!stored) return undefined;
  const { messageId, chat, fresh, secure, agent, collection, branch, long } = stored;
  const { models, contextTokens, counter, exchanges } = stored;
  const { remembered, attached, store } = prepared;
  const withoutMemories = secure !== undefined || ignoresMemories(sender, input, chat, agent);
  const memories = withoutMemories ? [] : [...remembered, ...(await storeMemory(tx, sender.id, newMemory))];
  const ofPictures = mostPictureTokens(contextTokens, hub.catalog.entryOf(models[0]));
  const material = { prompt: input.prompt, exchanges, memories, agent, collection, mostPictureTokens: ofPictures };
  const most = documentTokens(contextTokens, material);
  const research = input.mode === 'research';
  const message = {
    id: messageId,
    branch,
    exchanges,
    limits: { tokens: research ? shareOfDocuments(most) : most, mostPictureTokens: ofPictures },
    count: counter.count,
    collectionFiles: collection?.files ?? [],
    temporary: chat.expires !== null,
  };
  const { files, omissions, query } = await store(tx, attached, message, agent, input.mode);
  // A short chat without files or instructions fits as a whole, so there is nothing to search for.
  const mayNotFit = input.mode !== 'image' && [long, research, files.length > 0, agent, collection].some(Boolean);
  const recall = mayNotFit ? await openRecall(tx, branch, query) : undefined;
  const ofSources = research ? sourceTokens(most, files, counter.count, hub.researchesWeb, ofPictures) : undefined;
  const planned = planRequest({
    user: sender,
    ...material,
    files,
    now: new Date(),
    branch,
    contextTokens,
    summary: fresh ? undefined : await summaryOf(tx, chat.id, branch),
    recall,
    sourceTokens: ofSources,
    counter,
  });
  await recordReport(tx, messageId, await withMemories(tx, sender.id, planned.report), secure?.seal);
  return {
    messageId,
    chatId: chat.id,
    lengthWarning: long && !chat.lengthWarning,
    mode: input.mode,
    // An image model gets neither the chat nor documents, and reports the omissions itself.
    omissions: input.mode === 'image' ? [] : [...planned.omissions, ...omissions],
    request: {
      system: planned.system,
      turns: planned.turns,
      prompt: planned.prompt,
      recalled: planned.recalled,
      files,
      sourceTokens: ofSources,
      owner: sender.id,
      models,
      ...(input.fnName ? { interview: true } : {}),
    },
  };
};

/** A voice note of the replaced message is not transcribed again, because its text is already in the prompt. */
const reopen = async (
  open: AttachmentHandler['open'],
  userId: string,
  input: SendInput,
  replaced: MessageRow | undefined,
): Promise<PromptAttachments> => {
  const known = replaced?.voiceNote;
  if (!known || !input.voiceNote || keyOf(input.voiceNote) !== keyOf(known)) return open(userId, input);
  const { voiceNote: _, ...written } = input;
  return { ...(await open(userId, written)), note: { voiceNote: known, fromNote: replaced.fromNote } };
};

class AlreadySent extends Error {}

/** Stores the prompt and starts its reply; `ended` settles when the reply has ended. */
const store = async (db: Db, hub: ReplyHub, sender: Sender, sent: Sent, { open, store, read }: AttachmentHandler) => {
  const replaced = await replacedBy(db, sender.id, sent);
  const attached = await reopen(open, sender.id, sent, replaced);
  const input = { ...sent, prompt: attached.prompt };
  // Read before the transaction: waiting for a second connection within one can exhaust the pool permanently.
  const remembered = await memoriesOf(db, sender.id);
  const groups = await groupsOf(db, hub.catalog, sender);
  const team = await teamModel(db, hub.catalog, sender);
  const write = () =>
    db.transaction(async (tx) => {
      const accepted = await accept(tx, hub, sender, input, { remembered, attached, store, replaced, groups, team });
      // The rollback removes a new chat when another request has stored the same send.
      if (!accepted) throw new AlreadySent();
      const others = openModels(hub.catalog, groups, input.mode);
      const models = await reserveUsage(tx, hub, accepted, others, hub.now());
      return { ...accepted, request: { ...accepted.request, models } };
    });
  try {
    const reply = await onceRead(write, read);
    return { messageId: reply.messageId, ended: hub.run(reply) };
  } catch (error) {
    const first = error instanceof AlreadySent ? await sentBefore(db, sender.id, input.sendId) : undefined;
    if (first) return { messageId: first, ended: Promise.resolve() };
    throw error;
  }
};

/**
 * Stores the prompt as a pending message, starts its reply, and returns the message's id. A `sendId` that was used
 * before returns the existing message. Throws, and stores nothing, if the chat, replaced message, collection, agent,
 * share, or files are not the sender's, a file cannot be read, or `admit` throws.
 */
export const sendPrompt = async (
  db: Db,
  hub: ReplyHub,
  sender: Sender,
  sent: SendInput,
  admit: Admit,
  handle: AttachmentHandler,
  /** Called when the reply has ended. */
  onEnded: (messageId: string) => void = () => undefined,
): Promise<string> => {
  const input = { ...sent, prompt: storable(sent.prompt) };
  const known = await sentBefore(db, sender.id, input.sendId);
  if (known) return known;
  requireContent(input);
  const mode = modeOf(hub, sender, { ...input, secureMode: await isSecureMessage(db, sender.id, input) });
  const free = await admit(sender.id);
  try {
    const { messageId, ended } = await store(db, hub, sender, { ...input, mode }, handle);
    void ended.finally(free).then(() => onEnded(messageId));
    return messageId;
  } catch (error) {
    free();
    throw error;
  }
};
