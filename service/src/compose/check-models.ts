import type { ConfiguredModel } from '../adapters/model/catalog/read.ts';
import { createEmbeddings } from '../adapters/model/embeddings.ts';
import { sniffPicture } from '../formats/sniff.ts';
import type { ImagesPort } from '../ports/images.ts';
import type { CatalogModel, ModelEntry } from '../ports/model-catalog.ts';
import type { ModelRequest } from '../ports/model.ts';
import type { TranscriptionPort } from '../ports/transcription.ts';

export interface CheckedModel {
  readonly id: string;
  readonly name: string;
  /** Why it does not answer; none: it does. */
  readonly failure?: string;
  /** Milliseconds until its first word or thought. */
  readonly firstWord?: number;
  /** Tokens a second from then on; none: too short to tell. */
  readonly speed?: number;
  /** Of a model that writes no answers: what it gave, and after how many milliseconds. */
  readonly gave?: string;
  readonly took?: number;
  /** The provider does not count tokens: they are estimated. */
  readonly estimated?: boolean;
}

const question: ModelRequest = {
  system: 'You are being checked. Answer in plain words.',
  turns: [],
  prompt: 'Count from one to sixty in words.',
  owner: '0'.repeat(24),
  // Asked again at once at most: who checks does not want to wait.
  replaceable: true,
};
const longest = 60_000;
const second = 1000;

/** Asks a model one question, and measures. */
export const checkModel = async (
  { entry: { id, name }, port }: CatalogModel,
  now = () => performance.now(),
): Promise<CheckedModel> => {
  const begun = now();
  let first: number | undefined;
  let said = '';
  let output: number | undefined;
  try {
    const signal = AbortSignal.timeout(longest);
    for await (const event of port.reply(question, signal)) {
      if (event.type === 'text' || event.type === 'thinking') first ??= now();
      if (event.type === 'text' || event.type === 'thinking') said += event.text;
      if (event.type === 'usage') output = event.usage.output;
    }
    if (first === undefined)
      return { id, name, failure: signal.aborted ? 'It did not answer in a minute.' : 'It said nothing.' };
  } catch (error) {
    return { id, name, failure: error instanceof Error ? error.message : String(error) };
  }
  const tokens = output ?? Math.ceil(said.length / 4);
  const seconds = (now() - first) / second;
  const speed = seconds > 0.05 ? { speed: tokens / seconds } : {};
  return { id, name, firstWord: first - begun, ...speed, ...(output === undefined ? { estimated: true } : {}) };
};

/** Asks a model for embeddings for one vector, and measures. */
export const checkEmbeddings = async (model: ConfiguredModel, now = () => performance.now()): Promise<CheckedModel> => {
  const { id, name } = model.entry;
  try {
    const embedder = await createEmbeddings(model);
    const begun = now();
    const [vector = []] = await embedder.embed(['Where is the harbor?'], AbortSignal.timeout(longest));
    return { id, name, took: now() - begun, gave: `vectors of ${vector.length} numbers` };
  } catch (error) {
    return { id, name, failure: error instanceof Error ? error.message : String(error) };
  }
};

const names = ({ id, name }: Pick<ModelEntry, 'id' | 'name'>) => ({ id, name });
const why = (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) });

/** Asks a model for one small picture, and measures. */
export const checkImages = async (
  entry: Pick<ModelEntry, 'id' | 'name'>,
  images: ImagesPort,
  now = () => performance.now(),
): Promise<CheckedModel> => {
  const begun = now();
  const picture = await images.make({ prompt: 'A gray square.', inputs: [] }, AbortSignal.timeout(longest));
  if (!picture.ok) return { ...names(entry), failure: picture.failure?.message ?? 'It did not answer in a minute.' };
  const sniffed = await sniffPicture(picture.bytes);
  if (!sniffed) return { ...names(entry), failure: 'What it made is no picture.' };
  return { ...names(entry), took: now() - begun, gave: `a picture of ${Math.ceil(picture.bytes.length / 1024)} kB` };
};

/** A second without a sound: any model takes it, and none has words for it. */
const silence = (): Uint8Array<ArrayBuffer> => {
  const rate = 8000;
  const wav = Buffer.alloc(44 + rate * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  // Plain samples, of one channel.
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

/** Lets a model for voice notes hear a second of silence, and measures. */
export const checkTranscription = async (
  entry: Pick<ModelEntry, 'id' | 'name'>,
  transcription: TranscriptionPort,
  now = () => performance.now(),
): Promise<CheckedModel> => {
  const begun = now();
  try {
    await transcription.transcribe({ content: silence(), type: 'audio/wav' }, AbortSignal.timeout(longest));
    return { ...names(entry), took: now() - begun, gave: 'heard a second of silence' };
  } catch (error) {
    return { ...names(entry), ...why(error) };
  }
};

const outcomeOf = ({ failure, firstWord = 0, speed, estimated, gave, took = 0 }: CheckedModel): string => {
  if (failure !== undefined) return failure;
  if (gave !== undefined) return `${gave} after ${Math.round(took)} ms`;
  const pace = speed === undefined ? '' : `, ${estimated ? 'about ' : ''}${Math.round(speed)} tokens a second`;
  return `first word after ${Math.round(firstWord)} ms${pace}`;
};

/** A line of a table for each model; the first column is as wide as the longest id. */
export const tableOf = (checked: readonly CheckedModel[]): string => {
  const width = Math.max(...checked.map(({ id }) => id.length));
  return checked
    .map((one) => `${one.failure === undefined ? '✓' : '✗'} ${one.id.padEnd(width)}  ${one.name}: ${outcomeOf(one)}`)
    .join('\n');
};
