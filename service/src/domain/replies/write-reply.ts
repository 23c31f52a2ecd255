import type { Omission } from '@atrium/shared-kernel/contracts/entities/omission';
import type { ReplyEvent } from '@atrium/shared-kernel/contracts/entities/stream';
import type pg from 'pg';
import { type ErrorLog, unquoted } from '../../log.ts';
import type { ModelCatalog } from '../../ports/model-catalog.ts';
import { ModelFailure } from '../../ports/model-failure.ts';
import type { ModelRequest, Replier } from '../../ports/model.ts';
import type { Mode, Modes } from '../modes/modes.ts';
import { citedPassages } from '../passages/cited.ts';
import { createMeter, type Meter } from '../usage/meter.ts';
import { finishReply } from './finish.ts';
import type { LiveReply } from './live-reply.ts';
import { consumeModelStream } from './model-stream.ts';
import type { measureReplies } from './telemetry.ts';

export interface NewReply {
  readonly messageId: string;
  readonly chatId: string;
  readonly request: ModelRequest;
  /** None: the model answers as it is. */
  readonly mode?: Mode | undefined;
  /** The chat has become long with this message. */
  readonly lengthWarning: boolean;
  /** What the request leaves out of all that belongs to the prompt. */
  readonly omissions?: readonly Omission[];
}

/** What the hub gives for the writing of each of its replies. */
export interface ReplyWriter {
  readonly pool: pg.Pool;
  /** The hub that holds the reply's lease. */
  readonly id: string;
  readonly model: Replier;
  readonly modes: Modes;
  readonly catalog: ModelCatalog;
  readonly log: ErrorLog;
  /** Milliseconds that a reply may take. */
  readonly limit: number;
  /** Milliseconds without an event after which a model is given up. */
  readonly silence: number;
  readonly closing: AbortController;
  readonly measure: ReturnType<typeof measureReplies>;
}

/** Names a model of the catalog to readers: by its name, which product admins alone see, and by its id. */
const modelNamed = (catalog: ModelCatalog, id: string | undefined): ReplyEvent | undefined => {
  const found = catalog.find(id);
  return found && { type: 'modal', modal: found.entry.name, model: found.entry.id };
};

/** What readers learn before the first word: the ids, the model, and what the request leaves out. */
const announce = (
  reply: LiveReply,
  { request, lengthWarning, omissions = [] }: NewReply,
  catalog: ModelCatalog,
  replier: Replier,
): void => {
  reply.push({ type: 'chatId', chatId: reply.chatId });
  reply.push({ type: 'id', id: reply.messageId });
  reply.push(modelNamed(catalog, request.models?.[0]) ?? { type: 'modal', modal: replier.label });
  if (lengthWarning) reply.push({ type: 'warning', warning: 'lengthWarning' });
  for (const omission of omissions) reply.push({ type: 'omission', omission });
};

/** Passes what the model writes to the reply; false where the model broke off. */
const writeByModel = async (
  { catalog, log, silence }: ReplyWriter,
  reply: LiveReply,
  request: ModelRequest & { readonly meter: Meter },
  replier: Replier,
): Promise<boolean> => {
  try {
    const answers = (model: string) => modelNamed(catalog, model);
    await consumeModelStream(reply, replier.reply(request, reply.stop.signal), silence, answers);
    return true;
  } catch (error) {
    if (error instanceof ModelFailure) reply.failure = error.kind;
    const why = error instanceof ModelFailure ? { failure: error.kind, ...unquoted(error) } : { err: error };
    log.warn({ ...why, model: replier.label, messageId: reply.messageId }, 'The model broke off.');
    return false;
  }
};

/** Lets the model of its mode write a reply, and stores how it ended. */
export const writeReply = async (writer: ReplyWriter, reply: LiveReply, newReply: NewReply): Promise<void> => {
  const { pool, id, model, modes, catalog, log, limit, closing, measure } = writer;
  const { request, mode } = newReply;
  const timer = setTimeout(() => reply.cease('failed'), limit);
  const ended = measure(mode ?? 'chat');
  const replier = mode ? modes[mode]! : model;
  announce(reply, newReply, catalog, replier);
  const meter = createMeter();
  const whole = await writeByModel(writer, reply, { ...request, meter }, replier);
  clearTimeout(timer);
  const cited = citedPassages(reply.draft.content, request.files ?? []);
  if (cited.length > 0) reply.push({ type: 'passages', passages: cited });
  if (reply.draft.omissions?.some(({ kind }) => kind === 'pictures-refused'))
    log.warn({ messageId: reply.messageId, model: replier.label }, 'The model takes no pictures: set MODEL_IMAGES=0.');
  const outcome = reply.ending ?? (whole ? 'complete' : 'failed');
  ended(outcome);
  await finishReply({ pool, id, reply, outcome, mode, used: meter.used(), catalog, log, closing });
};
