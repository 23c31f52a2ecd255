import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, test } from 'vitest';
import { readConfig } from '../../../config.ts';
import { readCatalog } from './read.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-models-'));
afterAll(() => rmSync(folder, { recursive: true }));

const plain = { id: 'fast', label: 'Fast', name: 'small-1', provider: 'openai-compatible', baseUrl: 'http://h:1/v1' };
const read = (entries: unknown, env: Record<string, string> = {}) => readCatalog(JSON.stringify(entries), env);

it('reads all that an entry may say, with its key by reference and room for the longest answer', () => {
  const access = { plans: ['year'], teams: ['0'.repeat(24)], roles: ['1'.repeat(24)], productAdmins: true };
  const whole = {
    id: 'thorough',
    label: 'Thorough',
    description: 'For hard questions',
    name: 'claude-x',
    provider: 'anthropic',
    key: { env: 'SOME_KEY' },
    contextWindow: 200_000,
    maxOutputTokens: 64_000,
    takes: ['pictures', 'documents', 'audio'],
    thinks: true,
    efforts: ['low', 'high'],
    effort: 'high',
    tools: true,
    streams: false,
    price: { input: 3, output: 15, cached: 0.3 },
    for: ['chat', 'research'],
    access,
    fallbacks: ['fast'],
  };
  const [, thorough] = read([plain, whole], { SOME_KEY: ' k\n' });
  const { key: _, ...facts } = whole;
  expect(thorough).toEqual({
    entry: facts,
    connection: {
      provider: 'anthropic',
      name: 'claude-x',
      baseUrl: undefined,
      apiKey: 'k',
      region: undefined,
      resource: undefined,
    },
    contextTokens: 136_000,
  });
  const { contextTokens, entry } = read([{ ...plain, contextWindow: 8000 }])[0]!;
  expect([contextTokens, entry.for, entry.takes, entry.streams]).toEqual([6000, ['chat'], [], true]);
});

it('accepts the path of a file, and a key from a file', () => {
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, 'from-file\n');
  const file = join(folder, 'models.json');
  writeFileSync(file, JSON.stringify([{ ...plain, key: { file: keyFile } }]));
  expect(readConfig({ ATRIUM_MODELS: file }).models[0]!.connection.apiKey).toBe('from-file');
});

test.each<[string, unknown, string]>([
  ['of an unknown provider', { provider: 'acme' }, 'model “fast”: provider ('],
  ['with an unknown field', { colour: 'red' }, 'Unrecognized key: "colour"'],
  ['without a label', { label: ' ' }, 'model “fast”: label ('],
  ['without an address', { baseUrl: undefined }, 'model “fast”: baseUrl (openai-compatible needs it)'],
  ['of a provider that wants a key', { provider: 'google' }, 'model “fast”: key (google needs it)'],
  ['whose key is written down', { key: 'sk-topsecret' }, 'model “fast”: key (has to name a variable'],
  ['whose key is in no variable', { key: { env: 'NOT_SET' } }, 'key (the variable NOT_SET is not set)'],
  ['whose key is in no file', { key: { file: '/not/there' } }, 'key (the file /not/there can’t be read)'],
  [
    'of Azure without a resource',
    { provider: 'azure', key: { env: 'KEY' }, baseUrl: undefined },
    'resource (azure needs it',
  ],
  [
    'whose answers fill its window',
    { contextWindow: 8000, maxOutputTokens: 7000 },
    'maxOutputTokens (leaves less than 2000',
  ],
  ['whose effort it does not have', { effort: 'high' }, 'effort (high is not one of its efforts)'],
  ['that falls back to nobody', { fallbacks: ['slow'] }, 'fallbacks (slow is not one of the models)'],
  ['that falls back to itself', { fallbacks: ['fast'] }, 'fallbacks (fast is the model itself)'],
  ['that lets nobody in', { access: { teams: [] } }, 'access (allows nobody'],
  [
    'that is for chats of some only',
    { access: { productAdmins: true } },
    'no model is available to everybody for chats',
  ],
  ['for embeddings and chats', { for: ['chat', 'embeddings'] }, 'a model for embeddings cannot be used for chat'],
  [
    'for embeddings of a provider without any',
    { provider: 'anthropic', key: { env: 'KEY' }, for: ['embeddings'] },
    'model “fast”: for (anthropic has no embeddings)',
  ],
  [
    'for transcription and chats',
    { for: ['chat', 'transcription'] },
    'a model for transcription cannot be used for chat',
  ],
  [
    'of voice notes without their protocol',
    { provider: 'google', key: { env: 'KEY' }, for: ['transcription'] },
    'transcription with google is not supported',
  ],
  [
    'of images without their protocol',
    { provider: 'anthropic', key: { env: 'KEY' }, for: ['chat', 'images'] },
    'image generation with anthropic is not supported',
  ],
])('an entry %s stops the start with one sentence that names it', (_name, wrong, sentence) => {
  const start = () => read([{ ...plain, ...(wrong as object) }], { KEY: 'k' });
  expect(start).toThrow(sentence);
  expect(start).toThrow(/^The environment is not usable: ATRIUM_MODELS \(.*\)\.$/);
  expect(start).not.toThrow('topsecret');
});

test.each([
  ['two entries of one id', JSON.stringify([plain, plain]), 'model “fast”: id (used by two models)'],
  [
    'two entries for transcription',
    JSON.stringify([plain, ...['a', 'b'].map((id) => ({ ...plain, id, for: ['transcription'] }))]),
    'model “b”: for (two models are configured for transcription)',
  ],
  ['no entry', '[]', 'a list of at least one model'],
  ['an entry without an id', '[{}]', 'model number 1: id ('],
  ['no JSON', '[{', 'its value is not valid JSON'],
  ['no such file', '/not/there.json', '/not/there.json can’t be read'],
])('%s stops the start as well', (_name, given, sentence) => {
  expect(() => readCatalog(given, {})).toThrow(sentence);
});

it('is the long form of the two variables, and both together are refused', () => {
  const short = { MODEL_BASE_URL: 'http://h:1/v1', MODEL_NAME: 'm', MODEL_API_KEY: 'k', MODEL_CONTEXT_TOKENS: '9000' };
  expect(readConfig(short).models).toMatchObject([
    {
      entry: { id: 'default', label: 'Assistant', name: 'm', for: ['chat'] },
      connection: { apiKey: 'k' },
      contextTokens: 9000,
    },
  ]);
  const listed = { ATRIUM_MODELS: JSON.stringify([{ ...plain, for: ['chat', 'secure', 'images'] }]) };
  const twice = [
    short,
    { PRIVATE_MODEL_BASE_URL: 'http://p:1', PRIVATE_MODEL_NAME: 'p' },
    { IMAGE_MODEL: 'i', IMAGE_BASE_URL: 'http://i:1' },
  ];
  for (const more of twice) expect(() => readConfig({ ...listed, ...more })).toThrow('ATRIUM_MODELS configures the ');
  expect(readConfig(listed).images).toMatchObject({ baseUrl: 'http://h:1/v1', model: 'small-1' });
});
