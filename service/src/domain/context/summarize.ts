import { summaryMax } from '@atrium/shared-kernel/contracts/constants';
import { schema, type Tx } from '../../db/database.ts';
import type { WarnLog } from '../../log.ts';
import type { CatalogModel } from '../../ports/model-catalog.ts';
import { answeredAmong } from '../chats/answered.ts';
import { pathIn } from '../chats/branches.ts';
import { type ChatRow, lockChat, ownChat } from '../chats/chats.ts';
import { ownMessage } from '../chats/messages.ts';
import { withLease } from '../lease.ts';
import { modelsFor } from '../models/choice.ts';
import type { Parts } from '../parts.ts';
import type { ReplyHub } from '../replies/hub.ts';
import { storable } from '../text.ts';
import { noAmounts, tokensOfRequest } from '../usage/amounts.ts';
import { runSideRequest, unlessBudget } from '../usage/side-request.ts';
import { createMeter } from '../usage/meter.ts';
import { cutMiddle } from './cut.ts';
import { documentTokens, usualTokens } from './plan.ts';
import { reportIn } from './reports.ts';
import { pruneSummaries, summaryFor, summaryRevision, type SummaryRow } from './summaries.ts';
import { summaryRequest, tokensOfWord } from './summary-text.ts';
import type { CountTokens } from './tokens.ts';

const { chatSummaries } = schema;

/** Milliseconds that a model has for one step. */
const stepTimeout = 60_000;
/**
 * Once messages without a summary fill `startAt` of the chat's tokens, older ones are summarized until they fill
 * `stopAt`.
 */
const startAt = 0.8;
const stopAt = 0.5;
/** The steps per run. A long chat without a summary gets one over several runs. */
const maxSteps = 6;
/** The messages that are read for one step. */
const maxReadMessages = 60;
/**
 * A summary takes at most this part of the chat's tokens, which is less than `planRequest` allows, and this many words.
 */
const summaryPart = { room: 1 / 5, words: 700 } as const;

interface Services extends Pick<Parts, 'database' | 'catalog' | 'config' | 'sealer' | 'now' | 'ending'> {
  readonly replies: Pick<ReplyHub, 'counterFor' | 'contextTokens'>;
}

/** The model that summarizes: the one that answered or, in a secure chat, only a private one. */
const modelOf = ({ catalog }: Services, { secure }: ChatRow, answered: string | null): CatalogModel | undefined => {
  const models = modelsFor(catalog, secure ? 'secure' : 'chat');
  return models.find(({ entry }) => entry.id === answered) ?? models.find(({ entry }) => !entry.access) ?? models[0];
};

const fileKinds: ReadonlySet<string> = new Set(['files', 'passages']);
const chatKinds: ReadonlySet<string> = new Set(['turns', 'summary', 'recalled']);

/** The tokens that the chat so far may have in a request like the one that was sent. */
const roomOf = (stored: string | null, contextTokens: number | undefined): number => {
  const report = reportIn(stored);
  if (contextTokens === undefined || report?.window === undefined) return contextTokens ?? usualTokens;
  const sumOf = (kinds: (kind: string) => boolean) =>
    report.parts.reduce((sum, { kind, tokens }) => sum + (kinds(kind) ? tokens : 0), 0);
  // As the chat grows, files are cut back to their own part.
  const files = Math.min(
    documentTokens(contextTokens) ?? 0,
    sumOf((kind) => fileKinds.has(kind)),
  );
  const others = sumOf((kind) => !fileKinds.has(kind) && !chatKinds.has(kind));
  return Math.max(contextTokens / 4, contextTokens - files - others);
};

/** How many of the first messages the summary should cover; `covered`, as now, if nothing has to be summarized. */
const coverOf = async (db: Tx, branch: readonly string[], covered: number, room: number, count: CountTokens) => {
  let tokens = 0;
  let boundary: number | undefined;
  for (let end = branch.length; end > covered; end -= maxReadMessages) {
    const ids = branch.slice(Math.max(covered, end - maxReadMessages), end);
    const rows = await answeredAmong(db, ids);
    for (const [back, id] of ids.toReversed().entries()) {
      const row = rows.get(id);
      tokens += row ? count(row.prompt, room) + count(row.content, room) : 0;
      // The newest message is never summarized.
      if (tokens > room * stopAt) boundary ??= Math.min(branch.length - 1, end - back);
      if (tokens > room * startAt) return Math.max(covered, boundary ?? covered);
    }
  }
  return covered;
};

/** The next messages to add to the summary in one step, and where they end. */
const nextPart = async (
  db: Tx,
  branch: readonly string[],
  from: number,
  to: number,
  tokens: number,
  count: CountTokens,
) => {
  const ids = branch.slice(from, Math.min(to, from + maxReadMessages));
  const rows = await answeredAmong(db, ids);
  const exchanges: { prompt: string; content: string }[] = [];
  let room = tokens;
  let end = from;
  for (const id of ids) {
    const row = rows.get(id);
    const cost = row ? count(row.prompt, room) + count(row.content, room) : 0;
    if (cost > room && exchanges.length > 0) break;
    if (row)
      exchanges.push({
        prompt: cutMiddle(row.prompt, tokens / 2, count),
        content: cutMiddle(row.content, tokens / 2, count),
      });
    room -= cost;
    end += 1;
    if (room <= 0) break;
  }
  return { exchanges, end };
};

interface SummaryServices extends Services {
  readonly log: WarnLog;
  /** Milliseconds that a model has for one step. */
  readonly timeout: number;
}

const requestSummary = (
  services: SummaryServices,
  user: string,
  { entry, port }: CatalogModel,
  source: Parameters<typeof summaryRequest>[0],
) => {
  const { log, timeout, ending } = services;
  const meter = createMeter();
  const request = { ...summaryRequest(source), turns: [], owner: user, models: [entry.id], meter };
  const requested = { ...noAmounts, input: tokensOfRequest(request) };
  const sideRequest = {
    user,
    purpose: 'summary',
    model: entry,
    timeout,
    requested,
    maxOutput: source.words * 2,
    ending,
    log,
  } as const;
  return runSideRequest(services, sideRequest, async (signal, report) => {
    let text = '';
    try {
      for await (const event of port.reply(request, signal)) {
        if (event.type === 'text') text += event.text;
        else if (event.type === 'textFinal') text = event.text;
      }
      // An aborted stream ends early, and half a summary must not replace all of the messages.
      signal.throwIfAborted();
    } finally {
      for (const { model: _, ...usage } of meter.used()) report(usage);
    }
    return storable(text).trim();
  });
};

interface Step {
  readonly userId: string;
  readonly chat: ChatRow;
  readonly base: SummaryRow | undefined;
  readonly upToId: string;
  readonly covers: number;
  readonly text: string;
}

/** Stores a summary that extends `base`; undefined if `base` is no longer current or the chat is gone. */
const store = (
  { database, sealer }: Services,
  branch: readonly string[],
  step: Step,
): Promise<SummaryRow | undefined> =>
  database.db.transaction(async (tx) => {
    const { userId, base, upToId, covers } = step;
    const chat = await lockChat(tx, userId, step.chat.id);
    if (chat.secure !== step.chat.secure) return undefined;
    if (summaryRevision(await summaryFor(tx, chat.id, branch)) !== summaryRevision(base)) return undefined;
    const sealed = (words: string) => (chat.secure && words !== '' ? sealer.seal(words) : words);
    const written = base?.written == null ? null : sealed(base.written);
    const [created] = await tx
      .insert(chatSummaries)
      .values({ chatId: chat.id, userId, upToId, covers, written, text: sealed(step.text) })
      .returning();
    await pruneSummaries(tx, chat.id, branch);
    return created;
  });

/** Extends the summary of a branch step by step until it covers the first `target` messages. */
const extend = async (
  services: SummaryServices,
  chat: ChatRow,
  model: CatalogModel,
  branch: readonly string[],
  plan: { target: number; room: number; userId: string },
) => {
  const { db } = services.database;
  const { count } = services.replies.counterFor(model.entry.id);
  const { target, room, userId } = plan;
  let base = await summaryFor(db, chat.id, branch);
  for (let step = 0; step < maxSteps && (base?.covers ?? 0) < target; step += 1) {
    const from = base?.covers ?? 0;
    const { exchanges, end } = await nextPart(db, branch, from, target, room / 2, count);
    const { written = null, text = '' } = base ?? {};
    const source = exchanges.map(({ prompt, content }) => `${prompt}\n${content}`).join('\n');
    const words = Math.floor(Math.min(summaryPart.words, (room * summaryPart.room) / tokensOfWord(source, count)));
    const answer =
      exchanges.length === 0
        ? text
        : await unlessBudget(requestSummary(services, userId, model, { written, text, exchanges, words }));
    if (!answer && exchanges.length > 0) return;
    const most = summaryMax - (written === null ? 0 : written.length + 2);
    const summary = (answer ?? '').slice(0, Math.max(0, most)).toWellFormed();
    base = await store(services, branch, { userId, chat, base, upToId: branch[end - 1]!, covers: end, text: summary });
    if (!base) return;
  }
};

/**
 * Writes or extends the summary of the branch that ends with the user's own message, once its older messages would no
 * longer fit. It is called after the reply has ended; nobody waits for it. Throws if the model does not answer: the
 * chat continues without it, and the next reply tries again.
 */
export const summarize = async (
  services: Services,
  userId: string,
  messageId: string,
  log: WarnLog,
  timeout = stepTimeout,
): Promise<void> => {
  const { db } = services.database;
  const message = await ownMessage(db, userId, messageId);
  const chat = await ownChat(db, userId, message.chatId);
  const model = modelOf(services, chat, message.model);
  if (chat.function !== null || chat.expires !== null || message.mode === 'image' || !model || model.port.demo) return;
  const branch = await pathIn(db, chat.id, message.id);
  const room = roomOf(
    message.contextReport,
    services.replies.contextTokens(chat.secure ? 'secure' : undefined, model.entry.id),
  );
  const present = await summaryFor(db, chat.id, branch);
  const { count } = services.replies.counterFor(model.entry.id);
  const target = await coverOf(db, branch, present?.covers ?? 0, room, count);
  if (target <= (present?.covers ?? 0)) return;
  await withLease(db, { table: 'summary_leases', of: { chat_id: chat.id } }, () =>
    extend({ ...services, log, timeout }, chat, model, branch, { target, room, userId }),
  );
};
