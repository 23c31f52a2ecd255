import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Operators, openOperators } from '../../testing/operators.ts';
import { type S3Server, useS3 } from '../../testing/s3.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await useS3();
});

let operators: Operators;
afterEach(() => operators.end());
const run = async (...args: string[]) => operators.run(args);
const output = async (...args: string[]) => (await run(...args)).output;
const pinned = async () => (await operators.pins())['mf-a'];
const previous = async () => (await operators.signed()).remotes.find(({ name }) => name === 'mf-a')?.previous?.version;

describe.each(['a folder', 'a bucket'])('with releases in %s', (storage) => {
  beforeEach(async () => {
    operators = await openOperators(storage === 'a bucket' ? s3 : undefined);
  });

  test('a rollback skips a pin that was replaced within minutes, and returns to the good one before it', async () => {
    expect(await output('good', 'live', 'mf-a@1', 'a', 'year', 'of', 'it')).toEqual([
      'live: mf-a@1 is good.',
      'live: nothing to change.',
    ]);
    await run('pin', 'live', 'mf-a@2');
    expect(await output('pin', 'live', 'mf-a@3')).toEqual(['live: mf-a@3 (before: 1)']);
    expect(await previous()).toBe('1');
    expect(await output('status', 'live')).toContain('  mf-a           3, before 1 (good)');
    const [passed, good, now] = await output('rollback', 'live', 'mf-a');
    expect(passed).toBe('mf-a@2 is skipped: it did not run well, and it is not marked as good.');
    expect(good).toMatch(/^mf-a@1 is good, by \S+: a year of it$/);
    expect(now).toBe('live: mf-a@1');
    expect(await run('rollback', 'live', 'mf-a')).toEqual({
      code: 1,
      output: ['live has no version of mf-a before 1.'],
    });
  });

  test('two rollbacks at once go back twice, and two pins at once are both remembered', async () => {
    for (const version of ['2', '3']) await run('pin', 'live', `mf-a@${version}`);
    await Promise.all([run('rollback', 'live', 'mf-a'), run('rollback', 'live', 'mf-a')]);
    expect(await pinned()).toEqual({ version: '1' });
    await Promise.all([run('pin', 'live', 'mf-a@2'), run('pin', 'live', 'mf-a@3')]);
    expect((await pinned())?.before?.toSorted()).toEqual(['1', expect.stringMatching(/[23]/)]);
  });
});

describe('in any store', () => {
  beforeEach(async () => {
    operators = await openOperators();
  });

  test('each rollback goes one good version further back, never to a withdrawn one', async () => {
    for (const version of ['1', '2', '3']) {
      if (version !== '1') await run('pin', 'live', `mf-a@${version}`);
      await run('good', 'live', `mf-a@${version}`);
    }
    await run('pin', 'live', 'mf-a@4');
    expect(await pinned()).toEqual({ version: '4', previous: '3', before: ['3', '2', '1'] });
    await run('yank', 'mf-a@2', 'it', 'leaks', '--replace', 'mf-a@1');
    await run('rollback', 'live', 'mf-a');
    expect([await pinned(), await previous()]).toEqual([{ version: '3', previous: '1' }, '1']);
    await run('rollback', 'live', 'mf-a');
    expect([await pinned(), await previous()]).toEqual([{ version: '1' }, undefined]);
    expect((await run('rollback', 'live', 'mf-a')).code).toBe(1);
    // A version that was rolled back is not a fallback later, even if it was good once.
    await run('pin', 'live', 'mf-a@4');
    expect(await pinned()).toEqual({ version: '4', previous: '1' });
  });

  test('a version that is declared good later is what pages fall back to at once', async () => {
    await run('good', 'live', 'mf-a@1');
    for (const version of ['2', '3']) await run('pin', 'live', `mf-a@${version}`);
    expect(await previous()).toBe('1');
    expect(await output('good', 'live', 'mf-a@2')).toEqual(['live: mf-a@2 is good.', 'live: mf-a@3 (before: 2)']);
    expect(await previous()).toBe('2');
    expect((await run('doctor', 'live')).code).toBe(0);
  });

  test('without marks of good versions, a rollback returns to the previous pin, and says so', async () => {
    for (const version of ['2', '3']) await run('pin', 'live', `mf-a@${version}`);
    expect(await output('rollback', 'live', 'mf-a')).toEqual([
      'mf-a@2 was pinned before. It is not marked as good, and no reports show that it ran well.',
      'live: mf-a@2 (before: 1)',
    ]);
    await run('rollback', 'live', 'mf-a');
    expect(await pinned()).toEqual({ version: '1' });
  });

  test('only the last five are remembered, and the good one, however old', async () => {
    await run('good', 'live', 'mf-a@1');
    for (let turn = 0; turn < 4; turn += 1)
      for (const version of ['2', '3', '4'].map((one) => one)) {
        const { registry } = await operators.context();
        await registry.change('live', 'pin', (now) => ({
          ...now,
          remotes: {
            ...now.remotes,
            'mf-a': {
              version,
              before: [`0.${turn}.${version}`, ...(now.remotes['mf-a']?.before ?? ['1'])].filter(
                (one) => one !== version,
              ),
            },
          },
        }));
      }
    expect(await pinned()).toMatchObject({ previous: '1', before: expect.objectContaining({ length: 5 }) as unknown });
    expect((await pinned())?.before?.at(-1)).toBe('1');
  });

  test.each([
    [['good', 'live', 'mf-none@1'], 2, 'live pins no mf-none.'],
    [['good', 'live', 'mf-a@9'], 1, 'mf-a@9 is not published'],
    [['good', 'live', 'mf-a'], 2, 'mf-a is not of the form'],
    [['good', 'live', 'mf-a@4'], 1, 'mf-a@4 was withdrawn: it leaks'],
  ])('%j is refused with one sentence', async (args, code, sentence) => {
    await run('yank', 'mf-a@4', 'it', 'leaks');
    const result = await run(...args);
    expect([result.code, result.output.join()]).toEqual([code, expect.stringContaining(sentence)]);
  });

  test('the history shows who declared a version good', async () => {
    await run('good', 'live', 'mf-a@1', 'calm');
    expect((await run('history', 'live')).output[0]).toMatch(/ {2}good: mf-a nothing → 1 \(calm\)$/);
  });
});
