import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withCanary } from '../../release/environment.ts';
import type { SignedSet } from '../../release/signed-set.ts';
import { type S3Server, useS3 } from '../s3.ts';
import { openVictim, type Victim } from './victim.ts';

/** A withdrawn version must not come back in any way. */
let s3: S3Server;
beforeAll(async () => {
  s3 = await useS3();
});

let victim: Victim;
afterEach(() => victim.end());

const bad = 'mf-auth@2.0.0';
const why = 'leaks passwords';
const setOf = (text: string) => JSON.parse(text) as SignedSet;
const withdrawn = `${bad} was withdrawn: ${why}`;

describe.each(['a folder', 'a bucket'])('with releases in %s', (storage) => {
  beforeEach(async () => {
    victim = await openVictim(storage === 'a bucket' ? s3 : undefined);
  });
  const { release } = {
    release: async (...args: string[]) => {
      const { code, output } = await victim.release(...args);
      return `${code} ${output}`;
    },
  };
  const yank = (...args: string[]) => release('yank', bad, ...args, ...why.split(' '));
  const pinOf = async (environment = 'live') =>
    (await (await victim.context()).registry.read(environment)).remotes['mf-auth'];
  const nowhere = async () => {
    for (const environment of ['live', 'staging']) {
      expect(JSON.stringify(await pinOf(environment))).not.toContain('2.0.0');
      expect(await victim.signed(environment)).not.toContain('mf-auth/2.0.0');
    }
    expect(await (await victim.edge()).page()).not.toContain('mf-auth/2.0.0');
  };

  test('a withdrawn version is refused by a pin, a check, a canary, a promotion and a signature', async () => {
    await yank();
    expect(await release('pin', 'live', bad)).toBe(`1 - ${withdrawn}\nNothing was changed in live.`);
    expect(await release('check', 'live', bad)).toContain(`1 - ${withdrawn}`);
    expect(await release('canary', 'live', bad, '10')).toContain(`1 - ${withdrawn}`);
    // As an earlier version of the command left it.
    const { registry } = await victim.context();
    await registry.change('staging', 'pin', (now) => withCanary(now, 'mf-auth', '2.0.0', 10));
    const { remotes } = await registry.read('staging');
    await registry.change('staging', 'pin', (now) => ({
      ...now,
      remotes: { ...remotes, 'mf-auth': { version: '2.0.0' } },
    }));
    expect(await release('promote', 'staging', 'live')).toContain(`1 - ${withdrawn}`);
    expect(await release('sign', 'staging')).toContain(`1 ${withdrawn}. staging pins it, so its set is not signed`);
    expect(await victim.signed('staging')).not.toContain('mf-auth/2.0.0');
  });

  test('a withdrawn version does not stay pinned: its replacement is required', async () => {
    await release('pin', 'live', bad);
    expect(await yank()).toBe(
      `1 - live uses it as pinned.\n${bad} is not withdrawn: specify its replacement with --replace mf-auth@<version>.`,
    );
    expect(await yank('--replace', 'mf-auth@3.0.0')).toContain('0 mf-auth@2.0.0 is withdrawn: leaks passwords.');
    expect(await pinOf()).toEqual({ version: '3.0.0', previous: '1.0.0' });
    await nowhere();
  });

  test('a withdrawn version does not stay a canary, or the previous version, of any environment', async () => {
    await release('pin', 'live', bad);
    await release('pin', 'live', 'mf-auth@3.0.0');
    await release('canary', 'staging', bad, '50');
    const refusal = await yank();
    expect(refusal).toContain('- live uses it as the version before.\n- staging uses it as a canary.');
    await yank('--replace', 'mf-auth@1.0.0');
    expect([await pinOf(), await pinOf('staging')]).toEqual([
      { version: '3.0.0', previous: '1.0.0' },
      { version: '1.0.0' },
    ]);
    expect(setOf(await victim.signed()).remotes[0]?.previous?.version).toBe('1.0.0');
    await nowhere();
  });

  test('a replacement that was withdrawn itself, does not exist, or is another part is refused', async () => {
    await release('pin', 'live', bad);
    await release('yank', 'mf-auth@3.0.0', 'leaks', 'too');
    expect(await yank('--replace', 'mf-auth@3.0.0')).toContain('1 - mf-auth@3.0.0 was withdrawn: leaks too');
    expect(await yank('--replace', 'mf-auth@9.0.0')).toContain('1 mf-auth@9.0.0 is not published');
    expect(await yank('--replace', bad)).toContain('2 mf-auth@2.0.0 cannot replace mf-auth@2.0.0.');
    expect(await yank('--replace', 'mf-chat@2.0.0')).toContain('2 mf-chat@2.0.0 cannot replace mf-auth@2.0.0.');
    expect(await (await victim.context()).registry.withdrawn('mf-auth', '2.0.0')).toBeUndefined();
  });

  test('a withdrawn version does not become the previous one when another one is pinned', async () => {
    await release('pin', 'live', bad);
    await yank('--replace', 'mf-auth@1.0.0');
    await release('pin', 'live', 'mf-auth@3.0.0');
    expect(await pinOf()).toEqual({ version: '3.0.0', previous: '1.0.0' });
    await nowhere();
  });

  /** What the earlier command left: the version is withdrawn, and still the version before. */
  const leftBefore = async () => {
    await release('pin', 'live', bad);
    await release('pin', 'live', 'mf-auth@3.0.0');
    const { registry } = await victim.context();
    await registry.withdraw('mf-auth', '2.0.0', why);
    expect(await pinOf()).toMatchObject({ version: '3.0.0', previous: '2.0.0' });
  };

  test('a rollback skips a withdrawn version', async () => {
    await leftBefore();
    // It falls back to the version before that, and then to none.
    expect(await release('rollback', 'live', 'mf-auth')).toMatch(/^0 .*live: mf-auth@1\.0\.0$/s);
    expect(await pinOf()).toEqual({ version: '1.0.0' });
    expect(await release('rollback', 'live', 'mf-auth')).toBe('1 live has no version of mf-auth before 1.0.0.');
  });

  test('a withdrawn version is no fallback of browsers in any set that is signed afterwards', async () => {
    await leftBefore();
    expect(await victim.signed()).toContain('mf-auth/2.0.0');
    await release('sign', 'live');
    expect(setOf(await victim.signed()).remotes[0]).toMatchObject({ previous: { version: '1.0.0' } });
    await release('pin', 'live', 'mf-chat@2.0.0');
    expect(await pinOf()).toEqual({ version: '3.0.0', previous: '1.0.0' });
    await nowhere();
  });

  test('the renewal of a set removes a withdrawn version', async () => {
    await leftBefore();
    const days = process.env['ATRIUM_RELEASE_DAYS'];
    process.env['ATRIUM_RELEASE_DAYS'] = '300';
    try {
      const { renew } = await victim.context();
      await renew?.('live', 0);
    } finally {
      if (days === undefined) delete process.env['ATRIUM_RELEASE_DAYS'];
      else process.env['ATRIUM_RELEASE_DAYS'] = days;
    }
    expect(await victim.signed()).not.toContain('mf-auth/2.0.0');
    expect(await (await victim.edge()).page()).toContain('mf-auth/3.0.0');
  });

  test('an older set with a withdrawn version, restored where edges read, is not served', async () => {
    await release('pin', 'live', bad);
    const old = await victim.signed();
    await yank('--replace', 'mf-auth@3.0.0');
    const edge = await victim.edge();
    expect(await edge.served()).toBe('3.0.0 1.0.0');
    await victim.plant(old);
    expect(await edge.served()).toBe('3.0.0 1.0.0');
    victim.forget();
    expect(await (await victim.edge('new')).served()).not.toContain('2.0.0');
  });
});
