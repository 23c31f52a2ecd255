import { decode } from 'fast-png';
import { fileTypeFromBuffer } from 'file-type';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { png } from '../../testing/files/pictures.ts';
import { startImagesServer } from '../../testing/images-server.ts';
import { createDemoImages } from '../../local/demo/images.ts';
import { createOpenAiImages } from './openai-compatible.ts';
import { pictureMost } from '../../ports/images.ts';
import { sniffPicture } from '../../formats/sniff.ts';

vi.mock('file-type', { spy: true });

const never = new AbortController().signal;
const input = { name: 'cat.png', type: 'image/png', bytes: Buffer.from('input-bytes') };

describe('the demo’s pictures', () => {
  const make = async (prompt: string, inputs = [] as (typeof input)[]) => {
    const answer = await createDemoImages().make({ prompt, inputs }, never);
    return Buffer.from(answer.ok ? answer.bytes : []);
  };

  it('are PNGs of whole rows, the same for the same request and others for another', async () => {
    const bytes = await make('a cat');
    expect((await sniffPicture(bytes))?.type).toBe('image/png');
    const { width, height, data } = decode(bytes, { checkCrc: true });
    expect([width, height, data.length]).toEqual([768, 512, 768 * 512]);
    expect(await make('a cat')).toEqual(bytes);
    expect(await make('a dog')).not.toEqual(bytes);
    expect(await make('a cat', [input])).not.toEqual(bytes);
  });
});

describe('pictures behind an OpenAI-compatible endpoint', () => {
  let server: Awaited<ReturnType<typeof startImagesServer>>;
  beforeEach(async () => {
    server = await startImagesServer();
  });
  afterEach(() => server.close());
  const images = (model = 'draws') => createOpenAiImages({ baseUrl: `${server.url}/`, model, apiKey: 'secret' });
  const answers = (status: number, body: object | string) => {
    server.answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
  };

  it('are generated from words', async () => {
    answers(200, { data: [{ b64_json: Buffer.from('made').toString('base64') }] });
    expect(await images().make({ prompt: 'A cat', inputs: [] }, never)).toEqual({
      ok: true,
      bytes: Buffer.from('made'),
    });
    const [{ path, authorization, body }] = server.requests as [(typeof server.requests)[number]];
    expect([path, authorization]).toEqual(['/v1/images/generations', 'Bearer secret']);
    expect(JSON.parse(body)).toEqual({ model: 'draws', prompt: 'A cat', n: 1, response_format: 'b64_json' });
  });

  it('are edited from pictures, and gpt-image gets no format parameter', async () => {
    answers(200, { data: [{ b64_json: 'QQ==' }] });
    await images('gpt-image-1').make({ prompt: 'Bluer', inputs: [input, { ...input, name: 'b.png' }] }, never);
    const [{ path, type, body }] = server.requests as [(typeof server.requests)[number]];
    expect([path, type.split(';')[0]]).toEqual(['/v1/images/edits', 'multipart/form-data']);
    expect(body.match(/name="image\[\]"; filename="[^"]*"/g)).toEqual([
      'name="image[]"; filename="cat.png"',
      'name="image[]"; filename="b.png"',
    ]);
    expect(body).toContain('input-bytes');
    expect(body).not.toContain('response_format');
  });

  it.each([
    [400, { error: { code: 'moderation_blocked', message: 'No.' } }, 'refused'],
    [400, { error: { type: 'image_generation_user_error', message: 'No.' } }, 'refused'],
    [400, { error: { message: 'Unknown size.' } }, 'misconfigured'],
    [401, { error: { message: 'Incorrect API key provided: secret.' } }, 'misconfigured'],
    [429, { error: { message: 'Slow down.' } }, 'busy'],
    [400, { error: { message: 'The prompt is too long.' } }, 'too-long'],
    [500, 'oh no', 'unreachable'],
    [200, { data: [] }, 'misconfigured'],
    [200, { data: [{ b64_json: 'A'.repeat(Math.ceil((pictureMost * 4) / 3) + 100_000) }] }, 'picture-too-large'],
  ])('that fail with %i are diagnosed as other models are', async (status, body, kind) => {
    answers(status, body);
    const answer = await images().make({ prompt: 'A', inputs: [] }, never);
    expect(answer).toMatchObject({ ok: false, failure: { kind } });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(answer.ok ? '' : answer.failure?.message).not.toContain('secret');
  });

  it('report that they cannot be reached', async () => {
    await server.close();
    expect(await images().make({ prompt: 'A', inputs: [] }, never)).toMatchObject({
      ok: false,
      failure: { kind: 'unreachable' },
    });
    server = await startImagesServer();
  });

  it('end when the caller aborts', async () => {
    const controller = new AbortController();
    const answer = images().make({ prompt: 'A', inputs: [] }, controller.signal);
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort();
    expect(await answer).toEqual({ ok: false });
    await expect.poll(() => server.aborted).toBe(1);
  });
});

describe('the variables of pictures', () => {
  it('use URL and key of the model, but send its key nowhere else', () => {
    const model = { MODEL_BASE_URL: 'http://m.test/v1', MODEL_NAME: 'm', MODEL_API_KEY: 'k' };
    expect(readConfig({ ...model }).images).toBeUndefined();
    expect(readConfig({ ...model, IMAGE_MODEL: 'i' }).images).toEqual({
      baseUrl: 'http://m.test/v1',
      model: 'i',
      apiKey: 'k',
    });
    const other = readConfig({ ...model, IMAGE_MODEL: 'i', IMAGE_BASE_URL: 'http://i.test' });
    expect(other.images).toEqual({ baseUrl: 'http://i.test', model: 'i', apiKey: undefined });
    expect(() => readConfig({ IMAGE_MODEL: 'i' })).toThrow('IMAGE_BASE_URL');
  });
});

describe('the type of a picture', () => {
  const beginsWith = (...bytes: number[]) => Buffer.from([...bytes, ...Array.from({ length: 12 }, () => 0)]);

  it('is known by its first bytes alone, and no icon is a picture', async () => {
    expect(await sniffPicture(png(40, 40).subarray(0, 16))).toEqual({ type: 'image/png', extension: 'png' });
    expect(await sniffPicture(beginsWith(0xff, 0xd8, 0xff, 0xe0))).toEqual({ type: 'image/jpeg', extension: 'jpg' });
    expect(await sniffPicture(Buffer.from('RIFF....WEBPVP8 '))).toEqual({ type: 'image/webp', extension: 'webp' });
    expect(await sniffPicture(beginsWith(0, 0, 1, 0))).toBeUndefined();
    for (const other of ['', 'PK\u0003\u0004', '%PDF-1.7', '<svg/>', 'GIF89a......'])
      expect(await sniffPicture(Buffer.from(other)), other).toBeUndefined();
  });

  it('is recognized without reading further in what only looks like an archive or a video', async () => {
    const asf = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex');
    expect(await sniffPicture(Buffer.concat([asf, Buffer.alloc(50_000)]))).toBeUndefined();
    expect(await sniffPicture(Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(50_000, 1)]))).toBeUndefined();
    const given = vi.mocked(fileTypeFromBuffer).mock.calls.map(([content]) => (content as Uint8Array).length);
    expect(given.slice(-2)).toEqual([4100, 4100]);
  });
});
