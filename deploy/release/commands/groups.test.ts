import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { effectiveSet } from '../effective-set.ts';
import { readEnvironment, writeEnvironment } from '../environment.ts';
import { trustedKeys } from '../keys.ts';
import { emptyContract } from '../record.ts';
import { folderRegistry } from '../registry.ts';
import { runRelease } from '../run-release.ts';
import { readSignedSet, setFile } from '../signed-set.ts';
import { openStore, type Store } from '../store.ts';
import { watchOnce } from '../watch.ts';
import { publishRemote } from '../../testing/release.ts';

const team = '66aa00000000000000000001';
const person = '66aa00000000000000000002';
let folder = '';
let environments = '';
let store: Store;
const output: string[] = [];
const registry = () => folderRegistry(environments, folder);
const pinned = (environment: Parameters<typeof effectiveSet>[1]) => effectiveSet(folder, environment, store);
const run = async (...args: string[]) => {
  output.length = 0;
  const context = { store, data: folder, registry: registry(), built: () => ({}), pinned };
  return runRelease(context, args, (line) => output.push(line));
};
const pins = () => readEnvironment('test', environments);
const served = () => readSignedSet(readFileSync(setFile(folder, 'test'), 'utf8'), trustedKeys(folder));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-rollout-'));
  environments = join(folder, 'pins');
  store = openStore(join(folder, 'store'));
  for (const name of ['shell', 'service'])
    store.publish(undefined, () => ({ name, version: '1', kernel: '0.1.0', contract: emptyContract }));
  const polls = { description: 'Polls in chats.', default: false, ends: '2027-01-31' };
  publishRemote(store, 'mf-a', '1', { contract: { flags: { polls } } });
  for (const version of ['2', '3']) publishRemote(store, 'mf-a', version);
  publishRemote(store, 'mf-new', '1');
  const pin = { version: '1' };
  writeEnvironment({ environment: 'test', shell: pin, service: pin, remotes: { 'mf-a': pin } }, environments);
  await run('sign', 'test');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a canary for groups', () => {
  test('is in the pins, the signed set, the history and the status, even in addition to a share of the browsers', async () => {
    expect(await run('canary', 'test', 'mf-a@2', '--team', team, '--plan', 'premium', '--share', '10')).toBe(0);
    const audience = `10 % of team ${team} & plan premium`;
    expect(output).toEqual([`test: mf-a@1, ${audience} get 2`]);
    const groups = [{ teams: [team], plans: ['premium'], share: 10 }];
    expect(pins().remotes['mf-a']).toEqual({ version: '1', canary: { version: '2', percent: 0, groups } });
    expect(served().remotes[0]?.canary).toMatchObject({ percent: 0, groups, release: { version: '2' } });
    await run('canary', 'test', 'mf-a@2', '5', '--person', person, '--or', '--country', 'za');
    expect(output).toEqual([`test: mf-a@1, 5 % of the browsers and person ${person}; country ZA get 2`]);
    await run('status', 'test');
    expect(output).toContain(`  mf-a           1, 5 % and person ${person}; country ZA get 2`);
    await run('history', 'test');
    expect(output[0]).toContain(`canary: mf-a 1, ${audience} 2 → 1, 5 % and person ${person}; country ZA 2`);
  });

  test('can be the first version of a new remote, and is removed by a rollback', async () => {
    expect(await run('canary', 'test', 'mf-new@1', '--team', team)).toBe(0);
    expect(output).toEqual([`test: mf-new@1 for team ${team}`]);
    expect(served().remotes[1]).toMatchObject({ name: 'mf-new', share: 0, groups: [{ teams: [team] }] });
    expect(await run('promote', 'test', 'test')).toBe(0);
    expect(output[0]).toBe('mf-new is skipped: test serves it to some browsers only, or to none.');
    await run('rollback', 'test', 'mf-new');
    expect(Object.keys(pins().remotes)).toEqual(['mf-a']);
  });

  test('is not ended by a pin without confirmation, is rolled out to all by one, and leaves no groups behind', async () => {
    await run('canary', 'test', 'mf-a@2', '--team', team);
    expect(await run('pin', 'test', 'mf-a@3')).toBe(1);
    expect(output[0]).toBe(`- test: this ends the canary mf-a@2, which team ${team} get.`);
    expect(await run('pin', 'test', 'mf-a@2')).toBe(0);
    expect(pins().remotes['mf-a']).toEqual({ version: '2', previous: '1' });
  });

  test('may need what another canary adds only if everybody who gets it gets the other canary, too', async () => {
    const dialog = { name: 'polls.pick', version: 1 };
    publishRemote(store, 'mf-polls', '1', { contract: { supplies: [dialog] } });
    publishRemote(store, 'mf-a', '4', { contract: { opens: [dialog] } });
    const other = '66aa00000000000000000003';
    const premium = ['--plan', 'premium'];
    for (const [others, given, fits] of [
      [['50'], ['50'], false],
      [['99'], ['--team', team], false],
      [['--team', team], ['10'], false],
      [['--team', team], ['--team', team], true],
      [['--team', team], ['10', '--team', team], false],
      [['--team', team], ['--team', team, '--team', other], false],
      [['--team', team, '--team', other], ['--team', team], true],
      [['--team', team], ['--team', team, ...premium, '--share', '10'], true],
      [['--team', team, '--share', '10'], ['--team', team, '--share', '10'], false],
      [['--team', team, ...premium], ['--team', team], false],
      [['--team', team], ['--team', team, '--or', ...premium], false],
      [['--team', team, '--or', ...premium], ['--team', team, '--or', ...premium], true],
    ] as const) {
      const text = `${given.join(' ')} beside ${others.join(' ')}`;
      expect(await run('canary', 'test', 'mf-polls@1', ...others), text).toBe(0);
      expect(await run('canary', 'test', 'mf-a@4', ...given), text).toBe(fits ? 0 : 1);
      expect(output.includes('- mf-a@4 opens the dialog polls.pick, which no pinned release supplies'), text).toBe(
        !fits,
      );
      await run('pin', 'test', 'mf-a@1', '--yes');
      await run('rollback', 'test', 'mf-polls');
    }
    await run('pin', 'test', 'mf-polls@1');
    expect(await run('canary', 'test', 'mf-a@4', '10')).toBe(0);
  });

  test('is rolled back by its budget like any other', async () => {
    await run('canary', 'test', 'mf-a@2', '--team', team);
    const counts = { remote: 'mf-a', browsers: 20, loaded: 20, failed: 0, errors: 0 };
    const health = async () => [
      { ...counts, version: '1', troubled: 0 },
      { ...counts, version: '2', troubled: 9, errors: 9, reason: 'no' },
    ];
    const vitals = async () => [];
    const watch = {
      registry: registry(),
      environment: 'test',
      built: () => ({}),
      health,
      vitals,
      pinned,
      log: () => {},
    };
    expect(await watchOnce(watch)).toEqual(['mf-a']);
    expect(pins().remotes['mf-a']).toEqual({ version: '1' });
  });

  test('is not created for an invalid group', async () => {
    const problems: Record<string, string[]> = {
      'the id of a team, 24 characters': ['--team', 'Sales'],
      'one of free, premium, personal, team': ['--plan', 'gold'],
      'two capital letters, as ZA': ['--country', 'Africa'],
      'a whole number from 1 to 99': ['--share', '0'],
      'The value of --team is missing.': ['--team'],
      '--or must be between two groups.': ['--team', team, '--or'],
      'now is not a group.': ['5', 'now', '--team', team],
      'The share is missing.': [],
    };
    for (const [problem, args] of Object.entries(problems)) {
      expect(await run('canary', 'test', 'mf-a@2', ...args), problem).toBe(2);
      expect(output[0], problem).toContain(problem);
    }
    for (const share of ['0x10', '1e1', '+5', '9.5']) {
      expect(await run('canary', 'test', 'mf-a@2', '--share', share), share).toBe(2);
      expect(output[0]).toContain('a whole number from 1 to 99');
      expect(await run('canary', 'test', 'mf-a@2', share), share).toBe(2);
      expect(output[0]).toContain(`${share} is not a share: give a whole number from 1 to 99.`);
    }
    expect(pins().remotes['mf-a']).toEqual({ version: '1' });
  });
});

describe('a flag', () => {
  test('is on for the given rules, without a release, until it is reset to its default', async () => {
    expect(await run('flag', 'test', 'mf-a.polls', '--team', team, '--or', '--share', '10%')).toBe(0);
    expect(output).toEqual([`test: mf-a.polls is on for team ${team}; 10 %.`]);
    expect(served().flags).toEqual({ 'mf-a.polls': [{ teams: [team] }, { share: 10 }] });
    for (const [word, state, stored] of [
      ['--off', 'on for nobody', []],
      ['--on', 'on for everybody', [{}]],
      ['--default', 'as its remote declares it', undefined],
    ] as const) {
      expect(await run('flag', 'test', 'mf-a.polls', word)).toBe(0);
      expect(output).toEqual([`test: mf-a.polls is ${state}.`]);
      expect(served().flags?.['mf-a.polls']).toEqual(stored);
    }
    await run('history', 'test');
    expect(output[0]).toContain('flag: flag mf-a.polls for everybody → nothing');
  });

  test('is listed with its purpose and its end date, by the status as well', async () => {
    await run('flag', 'test');
    expect(output).toEqual(['  mf-a.polls: off by default  (until 2027-01-31) Polls in chats.']);
    await run('flag', 'test', 'mf-a.polls', '--plan', 'free');
    await run('pin', 'test', 'mf-a@2');
    await run('status', 'test');
    expect(output.at(-1)).toBe('  mf-a.polls: for plan free  no pinned version declares it: it has no effect');
    expect(await run('flag', 'test', 'mf-a.polls', '--default')).toBe(0);
    expect(pins().flags).toBeUndefined();
  });

  test('that is not declared is refused, and so are missing rules', async () => {
    expect(await run('flag', 'test', 'mf-a.poll', '--on')).toBe(2);
    expect(output[0]).toContain('declares the flag mf-a.poll. Available flags: mf-a.polls.');
    for (const args of [[], ['--maybe'], ['--on', '--share', '10'], ['--on', '--off']])
      expect(await run('flag', 'test', 'mf-a.polls', ...args)).toBe(2);
    expect(served().flags).toBeUndefined();
  });

  test('is removed with its remote', async () => {
    await run('canary', 'test', 'mf-new@1', '50');
    await run('flag', 'test', 'mf-a.polls', '--on');
    await run('remove', 'test', 'mf-a');
    expect(pins().flags).toBeUndefined();
  });
});
