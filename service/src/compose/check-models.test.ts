import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { compileCache } from '../adapters/compile-cache.ts';
import { plainEntry } from '../ports/model-catalog.ts';
import { startPaidModels } from '../testing/paid-models.ts';
import { errorOf } from '../testing/provider-formats.ts';
import { startProvider } from '../testing/provider-server.ts';
import { checkModel, tableOf } from './check-models.ts';

const check = async (env: Record<string, string>) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../models.ts'), 'check'], {
    env: { PATH: process.env['PATH'], ...compileCache(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, problems, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { output, problems, code: code as number };
};

it('calls each model, and reports what works and why not, without keys', async () => {
  const good = await startProvider('anthropic');
  const bad = await startProvider('google', [
    { status: 403, body: errorOf('google', 'PERMISSION_DENIED', 'The key topsecretvalue was reported.', '403') },
  ]);
  const entry = { label: 'L', name: 'n', key: { env: 'SOME_KEY' } };
  const models = [
    { ...entry, id: 'good', provider: 'anthropic', baseUrl: good.url },
    { ...entry, id: 'bad', provider: 'google', baseUrl: bad.url },
  ];
  const { output, problems, code } = await check({
    ATRIUM_MODELS: JSON.stringify(models),
    SOME_KEY: 'topsecretvalue',
  });
  expect(output).toMatch(
    /^✓ good {2}n: first word after \d+ ms.*\n✗ bad {3}n: The model answered 403: The key … was reported\.\n$/,
  );
  expect([problems, code]).toEqual(['', 1]);
  await Promise.all([good.close(), bad.close()]);
});

describe('models for embeddings, pictures and voice notes', () => {
  const at = { label: 'L', provider: 'openai-compatible' };
  const models = (baseUrl: string) =>
    JSON.stringify([
      { ...at, id: 'c', name: 'chat', baseUrl, streams: false },
      { ...at, id: 'maps', name: 'embed', baseUrl, for: ['embeddings'] },
      { ...at, id: 'draws', name: 'paint', baseUrl, for: ['images'] },
      { ...at, id: 'hears', name: 'whisper', baseUrl, for: ['transcription'] },
    ]);

  it('are checked with a vector, a picture and a second of silence', async () => {
    const paid = await startPaidModels();
    const { output, problems, code } = await check({ ATRIUM_MODELS: models(paid.baseUrl) });
    expect(output).toMatch(
      /^✓ c {6}chat: first word .*\n✓ maps {3}embed: vectors of 2 numbers after \d+ ms\n✓ draws {2}paint: a picture of 1 kB after \d+ ms\n✓ hears {2}whisper: transcribed a second of silence after \d+ ms\n$/,
    );
    expect([problems, code]).toEqual(['', 0]);
    expect(paid.requests.map(({ purpose }) => purpose)).toEqual(['reply', 'embedding', 'image', 'transcription']);
    const short = { MODEL_BASE_URL: paid.baseUrl, MODEL_NAME: 'chat', IMAGE_MODEL: 'p', TRANSCRIPTION_MODEL: 'w' };
    const again = await check(short);
    expect(again.output).toMatch(/✓ images {9}p: a picture .*\n✓ transcription {2}w: transcribed .*\n$/);
    await paid.close();
  });

  it('say why they do not work', async () => {
    const wrong = { status: 401, body: { error: { message: 'Unknown key', type: 't', code: 'c' } } };
    const server = await startProvider('openai-compatible', [wrong]);
    const { output, code } = await check({ ATRIUM_MODELS: models(server.url) });
    for (const name of ['chat', 'embed', 'paint'])
      expect(output).toMatch(new RegExp(`^✗ \\w+ +${name}: The model answered 401: Unknown key$`, 'm'));
    expect(output).toMatch(/^✗ hears {2}whisper: The transcription service returned 401: .*Unknown key/m);
    expect(code).toBe(1);
    server.answers = [{ body: { data: [{ b64_json: Buffer.from('<svg/>').toString('base64') }] } }];
    expect((await check({ ATRIUM_MODELS: models(server.url) })).output).toContain(
      '✗ draws  paint: Its output is not an image.',
    );
    await server.close();
  });
});

it('measures the time to the first word and the speed from then on', async () => {
  let time = 0;
  const port = {
    label: 'm',
    name: async () => '',
    improve: async () => '',
    async *reply() {
      time = 250;
      yield { type: 'text', text: 'one two' } as const;
      time = 2250;
      yield { type: 'usage', usage: { input: 9, output: 80, cached: 0, thought: 0 } } as const;
    },
  };
  const checked = await checkModel({ entry: plainEntry('m', 'M', 'm-1', 'p'), port }, () => time);
  expect(checked).toEqual({ id: 'm', name: 'm-1', firstWord: 250, speed: 40 });
  expect(tableOf([checked])).toBe('✓ m  m-1: first word after 250 ms, 40 tokens a second');
});
