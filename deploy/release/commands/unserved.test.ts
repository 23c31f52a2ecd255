import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Operators, openOperators } from '../../testing/operators.ts';
import { type S3Server, useS3 } from '../../testing/s3.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await useS3();
});

let operators: Operators;
afterEach(() => {
  vi.restoreAllMocks();
  operators.end();
});
const run = async (...args: string[]) => operators.run(args);
/** Runs a command whose signature is lost, as when the store fails. */
const runUnsigned = async (...args: string[]) => {
  const pinned = async () => {
    throw new Error('The store is down.');
  };
  expect((await operators.run(args, { pinned })).code).toBe(1);
};
/** Runs a command that waits in vain for a signature. */
const runWaiting = async (...args: string[]) => {
  let now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => (now += 1000));
  const result = await run(...args);
  vi.restoreAllMocks();
  return result;
};
const served = async () => (await operators.signed()).remotes.map(({ name, version }) => `${name}@${version}`);

describe.each(['a folder', 'a bucket'])('with releases in %s', (storage) => {
  beforeEach(async () => {
    operators = await openOperators(storage === 'a bucket' ? s3 : undefined);
    for (const version of ['2', '3']) await run('pin', 'live', `mf-a@${version}`);
  });

  test('a rollback does not start from a pin that is not served', async () => {
    await runUnsigned('pin', 'live', 'mf-a@4');
    expect(await runWaiting('rollback', 'live', 'mf-a')).toEqual({
      code: 1,
      output: [
        'live serves mf-a@3, but pins mf-a@4, which was not signed, so a rollback would not start from what is served. `pnpm release sign live` serves what is pinned, `pnpm release pin live mf-a@<version>` another version.',
      ],
    });
    expect((await operators.pins())['mf-a']?.version).toBe('4');
    await run('sign', 'live');
    expect((await run('rollback', 'live', 'mf-a')).code).toBe(0);
    expect(await served()).toEqual(['mf-a@3', 'mf-b@1']);
  });

  test('a rollback that was not signed is not repeated, but signed', async () => {
    await runUnsigned('rollback', 'live', 'mf-a');
    expect((await runWaiting('rollback', 'live', 'mf-a')).output[0]).toMatch(/^live serves mf-a@3, but pins mf-a@2, /);
    await run('sign', 'live');
    expect(await served()).toEqual(['mf-a@2', 'mf-b@1']);
  });

  test('the end of a canary that was not signed is not repeated as a rollback of the version below it', async () => {
    await run('canary', 'live', 'mf-a@4', '10');
    await runUnsigned('rollback', 'live', 'mf-a');
    expect((await runWaiting('rollback', 'live', 'mf-a')).output[0]).toMatch(
      /^live serves mf-a@3 and the canary mf-a@4, but pins mf-a@3, /,
    );
    expect((await operators.pins())['mf-a']?.version).toBe('3');
  });

  test('a command says which other pins are served with its own from then on', async () => {
    await runUnsigned('pin', 'live', 'mf-b@2');
    const { code, output } = await run('rollback', 'live', 'mf-a');
    expect([code, output.slice(-2)]).toEqual([
      0,
      [
        'live: mf-b@2 is served now. It was pinned but not signed, and mf-b@1 was served until now.',
        'live: mf-a@2 (before: 1)',
      ],
    ]);
    expect(await served()).toEqual(['mf-a@2', 'mf-b@2']);
    expect((await run('pin', 'live', 'mf-b@3')).output).toEqual(['live: mf-b@3 (before: 2)']);
  });
});
