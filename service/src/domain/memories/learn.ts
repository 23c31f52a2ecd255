import { memory as limits } from '@atrium/shared-kernel/contracts/constants';
import { and, eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import { schema, type Tx } from '../../db/database.ts';
import type { WarnLog } from '../../log.ts';
import type { Task } from '../../ports/jobs.ts';
import type { Parts } from '../parts.ts';
import { cutMiddle } from '../context/cut.ts';
import { usualTokens } from '../context/plan.ts';
import { storable } from '../text.ts';
import { runSideRequest, textAmounts, unlessBudget } from '../usage/side-request.ts';
import { memoriesOf, roomForMemories } from './memories.ts';
import { isMemoryCommand } from './memory-command.ts';

const { agents, chats, memories, messages, users } = schema;
/** The time limit in milliseconds. */
const timeout = 20_000;
/** A message older than this, in milliseconds, is a repeated request that was learned from already. */
const maxAge = 60_000;
const minLength = 8;
/** The newest memories that the model gets, so that it does not repeat them. */
const maxKnown = 50;

interface Lesson {
  readonly userId: string;
  readonly messageId: string;
  /** An earlier process ended before it had learned from the message, which may be old by now. */
  readonly late?: boolean;
}

/**
 * The prompt to learn from. Undefined if the chat is secure, temporary, deleted, or fills in a form, its agent has
 * memory disabled, or the user has turned memory off.
 */
const learnable = async (db: Pick<Tx, 'select'>, { messageId, late }: Lesson): Promise<string | undefined> => {
  const [row] = await db
    .select({ prompt: messages.prompt, createdDate: messages.createdDate })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .innerJoin(users, eq(users.id, messages.userId))
    .where(
      and(
        eq(messages.id, messageId),
        eq(users.memoryEnabled, true),
        eq(chats.secure, false),
        sql`${chats.function} is null and ${chats.deleted} is null and ${chats.expires} is null and not exists (
          select from ${agents} where ${agents.id} = ${chats.agentId} and ${agents.memoryDisabled})`,
      ),
    );
  if (!row || row.prompt.trim().length < minLength) return undefined;
  return late || row.createdDate.getTime() >= Date.now() - maxAge ? row.prompt : undefined;
};

const normalized = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

type LearnParts = Pick<
  Parts,
  'database' | 'model' | 'sideEntry' | 'now' | 'config' | 'catalog' | 'ending' | 'addToTask'
>;

/** The prompt's memories, as the model finds them; none, and nothing is sent, if there is no room for them. */
const memoriesFrom = async (services: LearnParts, { userId }: Lesson, prompt: string, log: WarnLog) => {
  const { database, model, sideEntry, ending } = services;
  const memoriesSoFar = await memoriesOf(database.db, userId);
  if (memoriesSoFar.length >= limits.most) return [];
  const excerpt = cutMiddle(prompt, Math.floor((model.contextTokens ?? usualTokens) / 2));
  const known = memoriesSoFar.slice(-maxKnown);
  const sideRequest = { user: userId, purpose: 'memory', model: sideEntry, timeout, ending, log } as const;
  const amounts = textAmounts([excerpt, ...known].join('\n'));
  const found = await unlessBudget(
    runSideRequest(
      services,
      { ...sideRequest, ...amounts },
      async (...args) => model.extractMemories?.(excerpt, known, ...args) ?? [],
    ),
  );
  return (found ?? [])
    .map((memory) => storable(memory).trim())
    .filter((memory) => memory !== '' && memory.length <= limits.max);
};

/** Those of the texts that the user has no memory of yet, each once. */
const unknownOf = async (db: Pick<Tx, 'select'>, userId: string, texts: readonly string[]): Promise<string[]> => {
  const known = new Set((await memoriesOf(db, userId)).map(normalized));
  return texts.filter((text) => {
    const form = normalized(text);
    if (known.has(form)) return false;
    known.add(form);
    return true;
  });
};

/**
 * Stores what the model finds worth remembering in the message's prompt. An explicit request to remember something is
 * stored when the prompt is sent, so the model is not called for a prompt that contains nothing else.
 */
const learn = async (services: LearnParts, lesson: Lesson, log: WarnLog): Promise<void> => {
  const { database, model } = services;
  const { userId } = lesson;
  const prompt = model.extractMemories && (await learnable(database.db, lesson));
  if (prompt === undefined || isMemoryCommand(prompt)) return;
  const added = await memoriesFrom(services, lesson, prompt, log);
  if (added.length === 0) return;
  await database.db.transaction(async (tx) => {
    const room = await roomForMemories(tx, userId);
    // In the meantime the chat may have become secure, or the user may have turned memory off.
    if (room === 0 || (await learnable(tx, lesson)) === undefined) return;
    // The model takes seconds, in which another prompt may have led to the same memory.
    const fresh = (await unknownOf(tx, userId, added)).slice(0, room);
    if (fresh.length > 0) await tx.insert(memories).values(fresh.map((memory) => ({ userId, memory })));
  });
};

/** The delay leaves the work to the next process, or to another instance, rather than to the one that ends. */
const learnTask = { name: 'learn', attempts: 5, delay: 10_000, priority: 'low' } as const;

/** Learns from a message. If the process ends meanwhile, the work is handed over as a task. */
const learnOrHandOver = async (services: LearnParts, lesson: Lesson, log: WarnLog): Promise<void> => {
  const { database, ending, addToTask } = services;
  const { userId, messageId } = lesson;
  try {
    await learn(services, lesson, log);
  } catch (error) {
    if (!ending.aborted) throw error;
    await addToTask(database.db, learnTask, { userId, messageId });
  }
};

/** Learns from a message that was just sent. */
export const storeExtractedMemories = (
  services: LearnParts,
  userId: string,
  messageId: string,
  log: WarnLog,
): Promise<void> => learnOrHandOver(services, { userId, messageId }, log);

const payload = z.object({ userId: z.string(), messageId: z.string() });

/** Learns from what an earlier process was asked to learn from. */
export const learning = (services: LearnParts, log: WarnLog): Task => ({
  ...learnTask,
  run: (data) => learnOrHandOver(services, { ...payload.parse(data), late: true }, log),
});
