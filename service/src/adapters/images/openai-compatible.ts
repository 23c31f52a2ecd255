import * as z from 'zod';
import { type ImagesPort, pictureMost, type PictureRequest } from '../../ports/images.ts';
import { ModelFailure } from '../../ports/model-failure.ts';
import { diagnose, unreachable } from '../model/diagnose.ts';

export interface ImagesEndpoint {
  /** Such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
  /** Milliseconds for one picture. */
  readonly timeout?: number;
}

const answerShape = z.object({ data: z.array(z.object({ b64_json: z.string().min(1) })).min(1) });
const errorShape = z.object({
  error: z.object({ message: z.string().optional(), code: z.string().nullish(), type: z.string().nullish() }),
});
/** Bytes of an answer. Base64 needs four characters for three bytes. */
const maxAnswer = Math.ceil((pictureMost * 4) / 3) + 64 * 1024;

const tooLarge = () => new ModelFailure('picture-too-large', 'The picture is too large.');

const readText = async (body: ReadableStream<Uint8Array<ArrayBuffer>> | null): Promise<string> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > maxAnswer) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The schemas refuse `undefined`.
    return undefined;
  }
};

const failureOf = (response: Response, text: string, apiKey: string | undefined): ModelFailure => {
  const { error } = errorShape.safeParse(parsed(text)).data ?? {};
  return diagnose(error ?? { message: text }, response, apiKey);
};

/** Makes pictures with any endpoint that implements OpenAI's image API: generations, or edits if there are inputs. */
export const createOpenAiImages = ({ baseUrl, model, apiKey, timeout = 110_000 }: ImagesEndpoint): ImagesPort => {
  const base = baseUrl.replace(/\/+$/, '');
  const authorization: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
  // Models of this family always answer in base64 and refuse the parameter.
  const format = /^gpt-image|^chatgpt-image/.test(model) ? {} : { response_format: 'b64_json' };

  const generation = ({ prompt }: PictureRequest): RequestInit => ({
    headers: { ...authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ model, prompt, n: 1, ...format }),
  });
  const edit = ({ prompt, inputs }: PictureRequest): RequestInit => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ model, prompt, n: '1', ...format })) form.append(name, value);
    const field = inputs.length > 1 ? 'image[]' : 'image';
    for (const { bytes, type, name } of inputs) form.append(field, new Blob([Buffer.from(bytes)], { type }), name);
    return { headers: authorization, body: form };
  };

  return {
    label: model,
    inputsMost: 4,
    async make(request, signal) {
      const edits = request.inputs.length > 0;
      try {
        const response = await fetch(`${base}/images/${edits ? 'edits' : 'generations'}`, {
          ...(edits ? edit(request) : generation(request)),
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
        });
        const text = await readText(response.body);
        if (!response.ok) return { ok: false, failure: failureOf(response, text, apiKey) };
        const { data, success } = answerShape.safeParse(parsed(text));
        if (!success)
          return { ok: false, failure: new ModelFailure('misconfigured', 'The response contains no image.') };
        const bytes = Buffer.from(data.data[0]!.b64_json, 'base64');
        return bytes.length > pictureMost ? { ok: false, failure: tooLarge() } : { ok: true, bytes };
      } catch (error) {
        return signal.aborted ? { ok: false } : { ok: false, failure: unreachable(error) };
      }
    },
  };
};
