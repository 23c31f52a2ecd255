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
  /** Undefined: the plain chat model answers. */
  readonly mode?: Mode | undefined;
  /** Whether the chat has become long with this message. */
  readonly lengthWarning: boolean;
  /** What is left out of the request. */
  readonly omissions?: readonly Omission[];
}

/** What the hub provides for writing replies. */
export interface ReplyWriter {
  readonly pool: pg.Pool;
  /** The id of the hub that holds the reply's lease. */
  readonly id: string;
  readonly model: Replier;
  readonly modes: Modes;
  readonly catalog: ModelCatalog;
  readonly log: ErrorLog;
  /** The time limit of a reply, in milliseconds. */
  readonly limit: number;
  /** Milliseconds without an event after which a model is given up. */
  readonly silence: number;
  readonly now: () => number;
  readonly closing: AbortController;
  readonly measure: ReturnType<typeof measureReplies>;
}

/** The event that tells readers which model answers: its name, which only product admins see, and its id. */
const modelNamed = (catalog: ModelCatalog, id: string | undefined): ReplyEvent | undefined => {
  const found = catalog.find(id);
  return found && { type: 'modal', modal: found.entry.name, model: found.entry.id };
};

/** Sends what readers get before the first word: the ids, the model, and what the request leaves out. */
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

/** Passes the model's output to the reply; false if the model broke off. */
const writeByModel = async (
  { catalog, log, silence }: ReplyWriter,
  reply: LiveReply,
  request: ModelRequest & { readonly meter: Meter },
  replier: Replier,
): Promise<boolean> => {
  try {
    const modelEvent = (model: string) => modelNamed(catalog, model);
    await consumeModelStream(reply, replier.reply(request, reply.stop.signal), silence, modelEvent);
    return true;
  } catch (error) {
    if (error instanceof ModelFailure) reply.failure = error.kind;
    const why = error instanceof ModelFailure ? { failure: error.kind, ...unquoted(error) } : { err: error };
    log.warn(
      { ...why, model: replier.label, messageId: reply.messageId },
      'The model stopped before the end of its answer.',
    );
    return false;
  }
};

/** Lets the model of its mode write a reply, and stores how it ended. */
export const writeReply = async (writer: ReplyWriter, reply: LiveReply, newReply: NewReply): Promise<void> => {
  const { pool, id, model, modes, catalog, log, limit, now, closing, measure } = writer;
  const { request, mode } = newReply;
  const timer = setTimeout(() => reply.abort('failed'), limit);
  const ended = measure(mode ?? 'chat');
  const replier = mode ? modes[mode]! : model;
  announce(reply, newReply, catalog, replier);
  const meter = createMeter();
  const whole = await writeByModel(writer, reply, { ...request, meter }, replier);
  clearTimeout(timer);
  const cited = citedPassages(reply.draft.content, request.files ?? []);
  if (cited.length > 0) reply.push({ type: 'passages', passages: cited });
  if (reply.draft.omissions?.some(({ kind }) => kind === 'pictures-refused'))
    log.warn(
      { messageId: reply.messageId, model: replier.label },
      'The model does not accept images: set MODEL_IMAGES=0.',
    );
  const outcome = reply.ending ?? (whole ? 'complete' : 'failed');
  ended(outcome);
  await finishReply({ pool, id, reply, outcome, mode, used: meter.used(), catalog, log, now, closing });
};
