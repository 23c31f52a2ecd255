import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Operators, openOperators } from '../../testing/operators.ts';
import { publishRemote } from '../../testing/release.ts';
import { type S3Server, useS3 } from '../../testing/s3.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await useS3();
});

let operators: Operators;
afterEach(() => operators.end());
const run = async (...args: string[]) => operators.run(args);
const code = async (...args: string[]) => (await run(...args)).code;
const remote = async (name: string) => (await operators.signed()).remotes.find((one) => one.name === name);

describe.each(['a folder', 'a bucket'])('with releases in %s', (storage) => {
  beforeEach(async () => {
    operators = await openOperators(storage === 'a bucket' ? s3 : undefined);
  });

  test('the first version of a remote can be a canary, which grows, is pinned for all, or is removed again', async () => {
    publishRemote(operators.store, 'mf-new', '1', {
      surface: { routes: [{ path: '/n', title: 'N', expose: './page' }] },
    });
    publishRemote(operators.store, 'mf-new', '2');
    if (storage === 'a bucket') await run('import', operators.store.root);
    expect((await run('canary', 'live', 'mf-new@1', '10')).output).toEqual([
      'live: the route /n belongs to mf-new.',
      'live: mf-new@1 for 10 % of the browsers',
    ]);
    expect(await remote('mf-new')).toMatchObject({ version: '1', share: 10 });
    expect(await code('canary', 'live', 'mf-new@1', '30')).toBe(0);
    expect((await operators.pins())['mf-new']).toEqual({ version: '1', share: 30 });
    expect((await run('rollback', 'live', 'mf-new')).output).toEqual(['live: mf-new is removed.']);
    expect(await remote('mf-new')).toBeUndefined();
    expect((await (await operators.context()).registry.read('live')).owners).toBeUndefined();
    await run('canary', 'live', 'mf-new@1', '10');
    expect(await code('pin', 'live', 'mf-new@1')).toBe(0);
    expect((await operators.pins())['mf-new']).toEqual({ version: '1' });
    expect((await run('history', 'live')).output.map((line) => line.replace(/^.*UTC {2}\S+ {2}/, ''))).toEqual([
      'pin: mf-new 10 % 1 → 1',
      'canary: mf-new nothing → 10 % 1',
      'canary: route /n nothing → mf-new',
      'rollback: mf-new 30 % 1 → nothing',
      'rollback: route /n mf-new → nothing',
      'canary: mf-new 10 % 1 → 30 % 1',
      'canary: mf-new nothing → 10 % 1',
      'canary: route /n nothing → mf-new',
    ]);
  });

  test('two operators at once lose nothing: one disables while the other pins', async () => {
    const codes = await Promise.all([
      code('disable', 'live', 'mf-a'),
      code('pin', 'live', 'mf-a@2'),
      code('disable', 'live', 'mf-b'),
    ]);
    expect(codes).toEqual([0, 0, 0]);
    expect(await operators.pins()).toEqual({
      'mf-a': { version: '2', previous: '1', disabled: true },
      'mf-b': { version: '1', disabled: true },
    });
    expect((await operators.signed()).remotes.map(({ version, disabled }) => [version, disabled])).toEqual([
      ['2', true],
      ['1', true],
    ]);
  });
});

describe('in any store', () => {
  beforeEach(async () => {
    operators = await openOperators();
  });

  test('a disabled remote stays pinned, checked and the owner of what is its own; enabled, it is as it was', async () => {
    publishRemote(operators.store, 'mf-c', '1', {
      surface: { routes: [{ path: '/c', title: 'C', expose: './page' }] },
    });
    publishRemote(operators.store, 'mf-d', '1', {
      surface: { routes: [{ path: '/c', title: 'C', expose: './page' }] },
    });
    await run('pin', 'live', 'mf-c@1');
    await run('canary', 'live', 'mf-a@2', '10');
    const before = await operators.signed();
    expect((await run('disable', 'live', 'mf-c', 'loses', 'drafts')).output).toEqual(['live: mf-c@1, disabled']);
    expect(await remote('mf-c')).toMatchObject({ version: '1', disabled: true });
    expect((await operators.signed()).id).not.toBe(before.id);
    expect((await run('disable', 'live', 'mf-a')).output.at(-1)).toBe(
      'live: mf-a@1, 10 % of the browsers get 2, disabled',
    );
    expect((await run('disable', 'live', 'mf-a')).output).toEqual(['live: nothing to change.']);
    expect((await run('pin', 'live', 'mf-d@1')).output.join()).toContain('claims the route /c, which belongs to mf-c');
    expect((await run('status', 'live')).output).toContain('  mf-c           1, disabled');
    await run('enable', 'live', 'mf-a');
    await run('enable', 'live', 'mf-c');
    expect((await operators.signed()).id).toBe(before.id);
    expect((await run('history', 'live', '--json')).output.join()).toContain('"why":"loses drafts"');
    expect(await code('doctor', 'live')).toBe(0);
  });

  test('a version that is pinned while a remote is disabled comes with the next enable', async () => {
    await run('disable', 'live', 'mf-a');
    expect((await run('pin', 'live', 'mf-a@2')).output).toEqual(['live: mf-a@2 (before: 1), disabled']);
    await run('rollback', 'live', 'mf-a');
    expect((await operators.pins())['mf-a']).toEqual({ version: '1', disabled: true });
    await run('pin', 'live', 'mf-a@3');
    await run('enable', 'live', 'mf-a');
    expect((await operators.pins())['mf-a']).toEqual({ version: '3', previous: '1' });
  });

  test('a removed remote loses everything that it owned; what others need stays, with the reason', async () => {
    publishRemote(operators.store, 'mf-a', '5', {
      contract: { supplies: [{ name: 'chat.share', version: 1 }] },
      surface: { routes: [{ path: '/a', title: 'A', expose: './page' }] },
    });
    publishRemote(operators.store, 'mf-b', '5', { contract: { opens: [{ name: 'news.open', version: 1 }] } });
    publishRemote(operators.store, 'mf-c', '1', { contract: { supplies: [{ name: 'news.open', version: 1 }] } });
    publishRemote(operators.store, 'mf-d', '1', { contract: { supplies: [{ name: 'news.open', version: 1 }] } });
    await run('pin', 'live', 'mf-b@5', 'mf-c@1');
    const refusal = await run('remove', 'live', 'mf-c');
    expect(refusal).toEqual({
      code: 1,
      output: ['- mf-b@5 opens the dialog news.open, which no pinned release supplies', 'Nothing was changed in live.'],
    });
    // A disabled remote still owns its dialog.
    expect(await code('disable', 'live', 'mf-c')).toBe(0);
    expect(await code('pin', 'live', 'mf-d@1')).toBe(1);
    await run('rollback', 'live', 'mf-b');
    expect(await code('remove', 'live', 'mf-c')).toBe(0);
    expect(await code('pin', 'live', 'mf-d@1')).toBe(0);
    expect(Object.keys(await operators.pins())).toEqual(['mf-a', 'mf-b', 'mf-d']);
  });

  test('a promotion of all skips what the other environment serves to some browsers only, or to none', async () => {
    const { registry } = await operators.context();
    const live = await registry.read('live');
    operators.addEnvironment({ ...live, environment: 'staging' });
    for (const name of ['mf-a', 'mf-b', 'mf-new']) publishRemote(operators.store, name, '5');
    await run('pin', 'staging', 'mf-a@5', 'mf-b@5');
    await run('disable', 'staging', 'mf-b');
    await run('canary', 'staging', 'mf-new@5', '10');
    expect((await run('promote', 'staging', 'live')).output).toEqual([
      'mf-b is skipped: staging serves it to some browsers only, or to none.',
      'mf-new is skipped: staging serves it to some browsers only, or to none.',
      'live: mf-a@5 (before: 1)',
    ]);
    expect((await run('promote', 'staging', 'live', 'mf-new')).output[0]).toContain(
      'to some browsers only: pin it there',
    );
    expect(await code('promote', 'staging', 'live', 'mf-b')).toBe(0);
    expect((await operators.pins())['mf-b']).toEqual({ version: '5', previous: '1' });
  });

  test('browsers without the canary of a new remote must not need it', async () => {
    publishRemote(operators.store, 'mf-c', '1', { contract: { supplies: [{ name: 'news.open', version: 1 }] } });
    publishRemote(operators.store, 'mf-b', '5', { contract: { opens: [{ name: 'news.open', version: 1 }] } });
    await run('canary', 'live', 'mf-c@1', '50');
    expect((await run('pin', 'live', 'mf-b@5')).output[0]).toContain(
      'opens the dialog news.open, which no pinned release',
    );
    await run('pin', 'live', 'mf-c@1');
    expect(await code('pin', 'live', 'mf-b@5')).toBe(0);
  });

  test.each([
    [['disable', 'live', 'shell'], 'shell is not a remote of live.'],
    [['enable', 'live', 'mf-none'], 'mf-none is not a remote of live.'],
    [['remove', 'live', 'mf-none'], 'mf-none is not a remote of live.'],
    [['canary', 'live', 'elsewhere@1', '10'], 'elsewhere@1 is not published'],
  ])('%j is refused with one sentence', async (args, sentence) => {
    const { code: ended, output } = await run(...args);
    expect([ended, output.join()]).toEqual([1, expect.stringContaining(sentence)]);
  });

  test('ending a running canary is refused without a terminal, and done with --yes', async () => {
    await run('canary', 'live', 'mf-a@2', '10');
    const ends = 'live: this ends the canary mf-a@2, which 10 % of the browsers get.';
    for (const args of [
      ['pin', 'live', 'mf-a@3'],
      ['pin', 'live', 'mf-a@1'],
      ['canary', 'live', 'mf-a@3', '10'],
      ['remove', 'live', 'mf-a'],
    ])
      expect(await run(...args)).toEqual({
        code: 1,
        output: [`- ${ends}`, 'Nothing was changed in live. With --yes the canary ends.'],
      });
    const { code: ended, output } = await run('pin', 'live', 'mf-a@3', '--json');
    expect([ended, JSON.parse(output.join())]).toEqual([
      1,
      expect.objectContaining({
        ok: false,
        reason: 'ends-canary',
        canaries: [{ name: 'mf-a', version: '2', percent: 10 }],
        problems: [ends],
      }),
    ]);
    expect((await operators.pins())['mf-a']).toEqual({ version: '1', canary: { version: '2', percent: 10 } });
    expect(await code('pin', 'live', 'mf-a@3', '--yes')).toBe(0);
    expect((await operators.pins())['mf-a']).toEqual({ version: '3', previous: '1' });
  });

  test('a canary that is promoted, extended or rolled back is not ended by mistake: nobody is prompted', async () => {
    for (const args of [
      ['canary', 'live', 'mf-a@2', '10'],
      ['canary', 'live', 'mf-a@2', '20'],
      ['pin', 'live', 'mf-a@2'],
      ['canary', 'live', 'mf-a@3', '10'],
      ['rollback', 'live', 'mf-a'],
      ['canary', 'live', 'mf-a@3', '10'],
      ['canary', 'live', 'mf-a@3', '100'],
    ])
      expect(await code(...args)).toBe(0);
  });

  test('a user at a terminal is prompted once, even if another canary starts in the meantime', async () => {
    await run('canary', 'live', 'mf-a@2', '10');
    const questions: string[] = [];
    const answering = (answer: boolean) => ({
      async confirm(question: string) {
        questions.push(question);
        if (questions.length === 2) await run('canary', 'live', 'mf-b@2', '5');
        return answer;
      },
    });
    const pins = ['pin', 'live', 'mf-a@3', 'mf-b@3'];
    expect((await operators.run(pins, answering(false))).code).toBe(1);
    expect((await operators.run(pins, answering(true))).code).toBe(0);
    expect(questions).toEqual([
      'live: this ends the canary mf-a@2, which 10 % of the browsers get. Go on?',
      'live: this ends the canary mf-a@2, which 10 % of the browsers get. Go on?',
      'live: this ends the canary mf-b@2, which 5 % of the browsers get. Go on?',
    ]);
  });
});
