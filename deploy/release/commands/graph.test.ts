import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeEnvironment } from '../environment.ts';
import { emptyContract, type RecordedContract } from '../record.ts';
import { folderRegistry } from '../registry.ts';
import { runRelease } from '../run-release.ts';
import { openStore } from '../store.ts';

const event = (name: string) => ({ name, version: 1, payload: {} });
const named = (name: string) => ({ name, version: 1 });
const call = (name: string) => ({ ...named(name), method: 'GET', path: '/a' as const, input: {}, output: {} });

/** An environment in which mf-a uses something from each of the others. */
const started = () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-graph-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = openStore(join(folder, 'store'));
  const contracts: Record<string, Partial<RecordedContract>> = {
    shell: { slots: [named('shell.main')] },
    service: { answers: [call('a.get')] },
    'mf-a': {
      handles: [event('b.done'), event('a.own')],
      emits: [event('a.own')],
      opens: [named('b.pick')],
      fills: [named('shell.main')],
      calls: [call('a.get'), call('a.set')],
    },
    'mf-b': { emits: [event('b.done')], supplies: [named('b.pick')] },
  };
  for (const [name, contract] of Object.entries(contracts))
    store.publish(undefined, () => ({
      name,
      version: '0.1.0',
      kernel: '0.1.0',
      contract: { ...emptyContract, ...contract },
    }));
  const environments = join(folder, 'pins');
  const pin = { version: '0.1.0' };
  writeEnvironment(
    { environment: 'test', shell: pin, service: pin, remotes: { 'mf-a': pin, 'mf-b': pin } },
    environments,
  );
  const output: string[] = [];
  const context = { store, data: folder, registry: folderRegistry(environments, folder), built: () => ({}) };
  return {
    output,
    run: (...args: string[]) => runRelease(context, ['graph', ...args], (line) => output.push(line)),
  };
};

test('the graph shows what each part uses of which other, and omits what it uses of itself', async () => {
  const { run, output } = started();
  expect(await run('test')).toBe(0);
  expect(output).toEqual([
    'shell@0.1.0  uses nothing of others',
    'mf-a@0.1.0',
    '  shell    fills shell.main',
    '  mf-b     handles b.done; opens b.pick',
    '  service  calls a.get, a.set',
    'mf-b@0.1.0  uses nothing of others',
    'service@0.1.0  uses nothing of others',
  ]);
});

test.each([
  ['--dot', '  "mf-a" -> "mf-b" [label="1 event, 1 dialog"];'],
  ['--mermaid', '  mf-a -->|2 calls| service'],
])('the graph is drawn by other programs: %s', async (form, line) => {
  const { run, output } = started();
  expect(await run('test', form)).toBe(0);
  expect(output).toContain(line);
});

test('the graph is data for a pipeline, and another form of it is refused', async () => {
  const { run, output } = started();
  expect(await run('test', '--json')).toBe(0);
  expect(JSON.parse(output.join(''))).toMatchObject({
    parts: [{ name: 'shell', version: '0.1.0' }, { name: 'mf-a' }, { name: 'mf-b' }, { name: 'service' }],
    links: [
      { by: 'mf-a', of: 'shell', uses: [{ kind: 'slot', name: 'shell.main' }] },
      { by: 'mf-a', of: 'mf-b' },
      { by: 'mf-a', of: 'service' },
    ],
  });
  expect(await run('test', '--png')).toBe(2);
  expect(await run()).toBe(2);
});
