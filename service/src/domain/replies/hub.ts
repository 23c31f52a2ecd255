import { randomInt } from 'node:crypto';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { emptyReply, reduceReply, type Reply } from '@atrium/shared-kernel/replies';
import type pg from 'pg';
import type { Replier } from '../../ports/model.ts';
import { catalogOf, type ModelCatalog } from '../../ports/model-catalog.ts';
import type { Mode, Modes } from '../modes/modes.ts';
import type { Budgets } from '../usage/budgets.ts';
import { newId } from '../../db/id.ts';
import type { ErrorLog } from '../../log.ts';
import { measureReplies } from './telemetry.ts';
import type { Sealer } from '../../db/sealed.ts';
import { type Counting, estimated, type TokenCounter } from '../context/counting.ts';
import { listenForReplies } from './reply-notifications.ts';
import { follow } from './follow.ts';
import { LiveReply } from './live-reply.ts';
import { requestStop, itemsAfter } from './reply-store.ts';
import { startScheduler } from './scheduler.ts';
import { startSweeping } from './sweep.ts';
import { type NewReply, type ReplyWriter, writeReply } from './write-reply.ts';

/** A reply may take this long, in milliseconds (B4.18). */
export const replyLimit = 15 * 60 * 1000;

/** How long a model may be silent, in milliseconds. */
const modelSilence = 120_000;

export interface HubOptions {
  readonly pool: pg.Pool;
  readonly connection: pg.ClientConfig;
  readonly model: Replier;
  /** The models that requests can choose; by default none. */
  readonly catalog?: ModelCatalog;
  /** What users and teams may spend; by default without limit. */
  readonly budgets?: Budgets;
  /** The repliers of each configured mode. */
  readonly modes?: Modes;
  /** How models count tokens; by default all are estimated. */
  readonly counting?: Counting;
  /** Encrypts secure replies; without it this instance does not serve secure mode. */
  readonly sealer?: Sealer;
  readonly log: ErrorLog;
  /** How long another instance may be without its connection, in milliseconds; 0 if there is no other. */
  readonly grace?: number;
  /** Milliseconds between writes of segments. */
  readonly flushEvery?: number;
  readonly limit?: number;
  /** The clock by which usage is counted and budgets begin anew. */
  readonly now?: () => number;
  /** Milliseconds without an event after which a model is given up. */
  readonly silence?: number;
}

/** Runs replies independently of any browser's connection, and streams their events to any number of followers. */
export interface ReplyHub {
  /** The id of this instance in `messages.lease_owner`. */
  readonly id: string;
  /** Encrypts secure chats. */
  readonly sealer: Sealer | undefined;
  /** Whether this instance has a model for that mode. */
  serves(mode: Mode): boolean;
  /** The context window of the model in that mode, in tokens; undefined if unknown. */
  contextTokens(mode: Mode | undefined, model?: string): number | undefined;
  /** Whether a research reads pages of the web, beside the files of its request. */
  readonly researchesWeb: boolean;
  readonly catalog: ModelCatalog;
  readonly budgets: Budgets;
  readonly now: () => number;
  /** The token counter for one request to the model with that id. */
  counterFor(model: string | undefined): TokenCounter;
  /** Runs the reply of a message that is stored as pending and leased to this hub; settles when it has ended. */
  run(reply: NewReply): Promise<void>;
  /** The events after `after` in batches, from memory or from the database, until the reply's end or `signal`. */
  follow(messageId: string, after: number, signal: AbortSignal): AsyncGenerator<readonly ReplyItem[]>;
  /** The text so far of a pending message, here or on another instance. */
  draft(messageId: string): Promise<Reply>;
  /**
   * Stops the reply, here or on another instance; its text so far stays. If it runs here, it is stored once this
   * resolves.
   */
  stop(messageId: string): Promise<void>;
  /** Fails the replies of dead instances; this also runs at the start and every two seconds. */
  sweep(): Promise<number>;
  /** Whether this instance is shutting down: new replies should go to others. */
  readonly draining: boolean;
  /** Waits until the replies that run here have ended, for at most `ms` milliseconds or until `signal`. */
  drain(ms: number, signal?: AbortSignal): Promise<void>;
  /** Ends every running reply as failed with its text so far, and disconnects from the database. */
  close(): Promise<void>;
}

/** Waits until no reply runs, including those that start in the meantime, or until `deadline`. */
const allEnded = async (running: ReadonlyMap<string, Promise<void>>, deadline: AbortSignal): Promise<void> => {
  const over = new Promise((resolve) => {
    deadline.addEventListener('abort', resolve);
  });
  while (running.size > 0 && !deadline.aborted) await Promise.race([Promise.all(running.values()), over]);
};

/** What this instance can do with its models. */
const abilitiesOf = ({
  model,
  modes = {},
  sealer,
  catalog = catalogOf([]),
  budgets = {},
  now = Date.now,
  counting,
}: HubOptions) =>
  ({
    sealer,
    catalog,
    budgets,
    now,
    serves: (mode) => modes[mode] !== undefined && (mode !== 'secure' || sealer !== undefined),
    contextTokens: (mode, id) => {
      const named = mode === 'image' ? undefined : catalog.find(id);
      return (named?.port ?? (mode ? modes[mode] : model))?.contextTokens;
    },
    researchesWeb: modes.research?.readsWeb === true,
    counterFor: (id) => counting?.counterFor(id) ?? estimated,
  }) satisfies Partial<ReplyHub>;

/** Starts a hub: registers this instance, sweeps up after its predecessors, and starts its periodic tasks. */
export const startReplyHub = async (options: HubOptions): Promise<ReplyHub> => {
  const { pool, connection, model, log, grace = 0, limit = replyLimit, silence = modelSilence } = options;
  const { modes = {}, sealer } = options;
  const abilities = abilitiesOf(options);
  const { catalog, now } = abilities;
  const id = newId();
  const lockKey = randomInt(2 ** 31 - 1);
  const live = new Map<string, LiveReply>();
  const running = new Map<string, Promise<void>>();
  const measure = measureReplies(() => running.size);
  const closing = new AbortController();
  let draining = false;

  const notifications = await listenForReplies({
    pool,
    connection,
    lockKey,
    onStop: (messageId) => live.get(messageId)?.abort('stopped'),
    onError: (error) => log.warn({ err: error }, 'The connection for notifications about replies failed.'),
  });
  const heartbeat = () => notifications.sendHeartbeat(id);
  const scheduler = await startScheduler({ pool, id, heartbeat, live, log, flushEvery: options.flushEvery ?? 250 });
  const sweepNow = await startSweeping(scheduler, { pool, grace, sealer, log });
  const writer: ReplyWriter = { pool, id, model, modes, catalog, log, limit, silence, now, closing, measure };

  return {
    id,
    ...abilities,
    run(reply) {
      const entry = new LiveReply(reply.messageId, reply.chatId, reply.mode === 'secure' ? sealer!.seal : undefined);
      live.set(reply.messageId, entry);
      const work = async () => {
        await writeReply(writer, entry, reply);
        live.delete(reply.messageId);
        scheduler.retire(reply.messageId);
      };
      const ended = work().finally(() => running.delete(reply.messageId));
      running.set(reply.messageId, ended);
      return ended;
    },
    follow: (messageId, after, signal) =>
      follow({
        pool,
        notifications,
        live: live.get(messageId),
        messageId,
        after,
        signal: AbortSignal.any([signal, closing.signal]),
      }),
    draft: async (messageId) =>
      live.get(messageId)?.draft ?? (await itemsAfter(pool, messageId, 0)).reduce(reduceReply, emptyReply),
    async stop(messageId) {
      live.get(messageId)?.abort('stopped');
      await (running.get(messageId) ?? requestStop(pool, messageId));
    },
    sweep: sweepNow,
    get draining() {
      return draining;
    },
    async drain(ms, signal) {
      draining = true;
      await allEnded(running, AbortSignal.any([AbortSignal.timeout(ms), ...(signal ? [signal] : [])]));
    },
    async close() {
      for (const reply of live.values()) reply.abort('failed');
      await Promise.race([Promise.all(running.values()), new Promise((resolve) => setTimeout(resolve, 3000).unref())]);
      closing.abort();
      await scheduler.close();
      await options.counting?.close();
      await notifications.close();
    },
  };
};
