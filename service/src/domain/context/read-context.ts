import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import type { readContext as call } from '@atrium/shared-kernel/contracts/calls/context';
import { anyOf } from '../../db/any-of.ts';
import { type Db, schema, type Tx } from '../../db/database.ts';
import { findAgent } from '../agents/agents.ts';
import { type ChatRow, ownChat } from '../chats/chats.ts';
import { modelFiles } from '../chats/model-files.ts';
import { homeOf } from '../chats/tags.ts';
import { DomainError } from '../domain-error.ts';
import { memoriesOf } from '../memories/memories.ts';
import { groupsOf } from '../models/access.ts';
import { chooseModels } from '../models/choice.ts';
import { teamModel } from '../models/team-model.ts';
import type { Mode } from '../modes/modes.ts';
import type { Parts } from '../parts.ts';
import type { ReplyHub } from '../replies/hub.ts';
import { branchBefore, exchangesOf } from '../replies/branch-before.ts';
import { ignoresMemories, type Sender } from '../replies/message-chat.ts';
import { pinnedIn } from './pins.ts';
import { documentTokens, mostPictureTokens, planRequest, usualTokens } from './plan.ts';
import { reportIn, withMemories } from './reports.ts';
import { onWire, summaryFor, summaryOf } from './summaries.ts';

const { messages } = schema;

interface Reading extends Pick<Parts, 'config' | 'objects'> {
  readonly replies: ReplyHub;
}

const modeIn = ({ secure, function: fn }: ChatRow): Mode | undefined => {
  if (secure) return 'secure';
  return fn === null ? undefined : 'interview';
};

/** The context that another message in the shown branch would get. */
const nextOf = async (
  db: Db,
  { config, objects, replies: hub }: Reading,
  reader: Sender,
  chat: ChatRow,
  branch: readonly string[],
) => {
  const mode = modeIn(chat);
  const agent = chat.agentId ? await findAgent(db, reader, chat.agentId) : undefined;
  const groups = await groupsOf(db, hub.catalog, reader);
  const collection = chat.function === null ? await homeOf(db, chat.id) : undefined;
  const preferred = [chat.model, agent?.model, reader.model, await teamModel(db, hub.catalog, reader)];
  const [model] = chooseModels(hub.catalog, groups, mode, { preferred });
  const contextTokens = hub.contextTokens(mode, model);
  const memoryOff = mode !== undefined || ignoresMemories(reader, {}, chat, agent);
  const remembered = memoryOff ? [] : await memoriesOf(db, reader.id);
  const counter = hub.counterFor(model);
  const others = {
    prompt: '',
    exchanges: await exchangesOf(db, branch, contextTokens ?? usualTokens, counter.count),
    memories: remembered,
    agent,
    collection,
  };
  const ofPictures = mostPictureTokens(contextTokens, hub.catalog.entryOf(model));
  const { files } = await modelFiles(db, objects, {
    branch,
    query: { prompt: '' },
    attached: [],
    agentFiles: agent?.files ?? [],
    collectionFiles: collection?.files ?? [],
    room: config.modelInput.documentCharacters,
    tokens: documentTokens(contextTokens, others),
    mostPictureTokens: ofPictures,
    count: counter.count,
  });
  const { report } = planRequest({
    ...others,
    user: reader,
    files,
    now: new Date(),
    branch,
    contextTokens,
    summary: await summaryOf(db, chat.id, branch),
    mostPictureTokens: ofPictures,
    counter,
  });
  return withMemories(db, reader.id, report);
};

/** The newest message of the branch that has a report, or the one with `messageId`. */
const lastOf = async (db: Tx, branch: readonly string[], messageId: string | undefined) => {
  if (messageId !== undefined && !branch.includes(messageId.toLowerCase())) throw new DomainError('unknown-message');
  const wanted = messageId === undefined ? branch : [messageId.toLowerCase()];
  const [row] =
    wanted.length === 0
      ? []
      : await db
          .select({ id: messages.id, report: messages.contextReport })
          .from(messages)
          .where(and(anyOf(messages.id, wanted), isNotNull(messages.contextReport)))
          .orderBy(desc(messages.id))
          .limit(1);
  const report = reportIn(row?.report ?? null);
  return row && report ? { last: { messageId: row.id, report } } : {};
};

/** The length of an excerpt in characters, and of the text that is read for it: white space is collapsed. */
const maxExcerpt = { shown: 120, read: 400 } as const;

const excerptsOf = async (
  db: Tx,
  { id: chatId, secure }: ChatRow,
  ids: readonly string[],
): Promise<Record<string, string>> => {
  // Sealed text can only be opened as a whole.
  const beginning = sql<string>`left(${messages.prompt}, ${maxExcerpt.read})`;
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: messages.id, prompt: secure ? messages.prompt : beginning })
          .from(messages)
          .where(and(eq(messages.chatId, chatId), anyOf(messages.id, ids)));
  const short = (prompt: string) => prompt.replaceAll(/\s+/g, ' ').trim().slice(0, maxExcerpt.shown).toWellFormed();
  return Object.fromEntries(rows.map(({ id, prompt }) => [id, short(prompt)]));
};

/**
 * What the model receives in the branch that the reader's own chat shows. Throws `unknown-chat` for a chat of another
 * user.
 */
export const readContext = async (
  db: Db,
  services: Reading,
  reader: Sender,
  { chatId, messageId }: Infer<typeof call.input>,
): Promise<Infer<typeof call.output>> => {
  const chat = await ownChat(db, reader.id, chatId);
  const branch = await branchBefore(db, chat, {}, undefined);
  const [last, next, summary, pinned] = await Promise.all([
    lastOf(db, branch, messageId),
    nextOf(db, services, reader, chat, branch),
    summaryFor(db, chat.id, branch),
    pinnedIn(db, chat.id),
  ]);
  const named = [...(last.last?.report.turns ?? []), ...(last.last?.report.recalled ?? []), ...next.turns].map(
    (turn) => turn.messageId,
  );
  const excerpts = await excerptsOf(db, chat, [...new Set([...named, ...pinned])]);
  return { ...last, next, excerpts, ...(summary ? { summary: onWire(summary) } : {}), pinned };
};
