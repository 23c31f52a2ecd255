import type { ConfiguredModel } from '../adapters/model/catalog/read.ts';
import { createEmbeddings } from '../adapters/model/embeddings.ts';
import { sniffPicture } from '../formats/sniff.ts';
import type { ImagesPort } from '../ports/images.ts';
import type { CatalogModel, ModelEntry } from '../ports/model-catalog.ts';
import type { ModelRequest } from '../ports/model.ts';
import type { TranscriptionPort } from '../ports/transcription.ts';

const tooSlow = 'It did not answer in a minute.';

export interface CheckedModel {
  readonly id: string;
  readonly name: string;
  /** Why the model does not answer; undefined if it does. */
  readonly failure?: string;
  /** Milliseconds until the first piece of the answer or of its reasoning. */
  readonly firstWord?: number;
  /** Tokens per second from then on; undefined if the answer is too short to tell. */
  readonly speed?: number;
  /** For a model that writes no answers: what it returned, and after how many milliseconds. */
  readonly returned?: string;
  readonly took?: number;
  /** The provider does not report tokens, so they are estimated. */
  readonly estimated?: boolean;
}

const question: ModelRequest = {
  system: 'You are being checked. Answer in plain words.',
  turns: [],
  prompt: 'Count from one to sixty in words.',
  owner: '0'.repeat(24),
  // Limits retries to one immediate attempt: the operator does not want to wait.
  replaceable: true,
};
const timeout = 60_000;
const second = 1000;

/** Sends a model one prompt and measures its answer. */
export const checkModel = async (
  { entry: { id, name }, port }: CatalogModel,
  now = () => performance.now(),
): Promise<CheckedModel> => {
  const startedAt = now();
  let first: number | undefined;
  let text = '';
  let output: number | undefined;
  try {
    const signal = AbortSignal.timeout(timeout);
    for await (const event of port.reply(question, signal)) {
      if (event.type === 'text' || event.type === 'thinking') first ??= now();
      if (event.type === 'text' || event.type === 'thinking') text += event.text;
      if (event.type === 'usage') output = event.usage.output;
    }
    if (first === undefined) return { id, name, failure: signal.aborted ? tooSlow : 'It returned no text.' };
  } catch (error) {
    return { id, name, failure: error instanceof Error ? error.message : String(error) };
  }
  const tokens = output ?? Math.ceil(text.length / 4);
  const seconds = (now() - first) / second;
  const speed = seconds > 0.05 ? { speed: tokens / seconds } : {};
  return { id, name, firstWord: first - startedAt, ...speed, ...(output === undefined ? { estimated: true } : {}) };
};

/** Requests one vector from a model for embeddings and measures it. */
export const checkEmbeddings = async (model: ConfiguredModel, now = () => performance.now()): Promise<CheckedModel> => {
  const { id, name } = model.entry;
  try {
    const embedder = await createEmbeddings(model);
    const startedAt = now();
    const [vector = []] = await embedder.embed(['Where is the harbor?'], AbortSignal.timeout(timeout));
    return { id, name, took: now() - startedAt, returned: `vectors of ${vector.length} numbers` };
  } catch (error) {
    return { id, name, failure: error instanceof Error ? error.message : String(error) };
  }
};

const names = ({ id, name }: Pick<ModelEntry, 'id' | 'name'>) => ({ id, name });
const why = (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) });

/** Requests one small picture from a model and measures it. */
export const checkImages = async (
  entry: Pick<ModelEntry, 'id' | 'name'>,
  images: ImagesPort,
  now = () => performance.now(),
): Promise<CheckedModel> => {
  const startedAt = now();
  const picture = await images.make({ prompt: 'A gray square.', inputs: [] }, AbortSignal.timeout(timeout));
  if (!picture.ok) return { ...names(entry), failure: picture.failure?.message ?? tooSlow };
  const sniffed = await sniffPicture(picture.bytes);
  if (!sniffed) return { ...names(entry), failure: 'Its output is not an image.' };
  const kilobytes = Math.ceil(picture.bytes.length / 1024);
  return { ...names(entry), took: now() - startedAt, returned: `a picture of ${kilobytes} kB` };
};

/** A second of silence as a WAV file, which every model for transcription accepts. */
const silence = (): Uint8Array<ArrayBuffer> => {
  const rate = 8000;
  const wav = Buffer.alloc(44 + rate * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  // Uncompressed samples (PCM) in one channel.
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(rate * 2, 40);
  return new Uint8Array(wav);
};

/** Sends a model for voice notes a second of silence and measures its answer. */
export const checkTranscription = async (
  entry: Pick<ModelEntry, 'id' | 'name'>,
  transcription: TranscriptionPort,
  now = () => performance.now(),
): Promise<CheckedModel> => {
  const startedAt = now();
  try {
    await transcription.transcribe({ content: silence(), type: 'audio/wav' }, AbortSignal.timeout(timeout));
    return { ...names(entry), took: now() - startedAt, returned: 'transcribed a second of silence' };
  } catch (error) {
    return { ...names(entry), ...why(error) };
  }
};

const outcomeOf = ({ failure, firstWord = 0, speed, estimated, returned, took = 0 }: CheckedModel): string => {
  if (failure !== undefined) return failure;
  if (returned !== undefined) return `${returned} after ${Math.round(took)} ms`;
  const pace = speed === undefined ? '' : `, ${estimated ? 'about ' : ''}${Math.round(speed)} tokens a second`;
  return `first word after ${Math.round(firstWord)} ms${pace}`;
};

/** A table with a line for each model. The first column is as wide as the longest id. */
export const tableOf = (checked: readonly CheckedModel[]): string => {
  const width = Math.max(...checked.map(({ id }) => id.length));
  return checked
    .map((one) => `${one.failure === undefined ? '✓' : '✗'} ${one.id.padEnd(width)}  ${one.name}: ${outcomeOf(one)}`)
    .join('\n');
};
