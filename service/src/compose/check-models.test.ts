import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { compileCache } from '../adapters/compile-cache.ts';
import { plainEntry } from '../ports/model-catalog.ts';
import { errorOf } from '../testing/provider-formats.ts';
import { startProvider } from '../testing/provider-server.ts';
import { checkModel, tableOf } from './check-models.ts';

it('asks each model, and says what works and why not, without keys', async () => {
  const good = await startProvider('anthropic');
  const bad = await startProvider('google', [
    { status: 403, body: errorOf('google', 'PERMISSION_DENIED', 'The key topsecretvalue was reported.', '403') },
  ]);
  const entry = { label: 'L', name: 'n', key: { env: 'SOME_KEY' } };
  const models = [
    { ...entry, id: 'good', provider: 'anthropic', baseUrl: good.url },
    { ...entry, id: 'bad', provider: 'google', baseUrl: bad.url },
  ];
  const child = spawn(process.execPath, [join(import.meta.dirname, '../models.ts'), 'check'], {
    env: {
      PATH: process.env['PATH'],
      ...compileCache(),
      ATRIUM_MODELS: JSON.stringify(models),
      SOME_KEY: 'topsecretvalue',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, problems, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  expect(said).toMatch(
    /^✓ good {2}n: first word after \d+ ms.*\n✗ bad {3}n: The model answered 403: The key … was reported\.\n$/,
  );
  expect([problems, code]).toEqual(['', 1]);
  await Promise.all([good.close(), bad.close()]);
}, 60_000);

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
