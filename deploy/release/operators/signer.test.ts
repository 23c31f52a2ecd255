import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openVictim, type Victim } from '../../testing/attacks/victim.ts';
import { identity, openOperatorStage, type OperatorStage, pinChat, rulesOf } from '../../testing/operator-stage.ts';
import { type S3Server, useS3 } from '../../testing/s3.ts';
import { type SigningKey, signingKey, type TrustedKey } from '../keys.ts';
import { headOf } from './audit.ts';
import { headMemory } from '../commands/operators.ts';
import { readPolicy } from './policy.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await useS3();
});

let victim: Victim;
let stage: OperatorStage;
afterEach(() => victim.end());

describe.each(['a folder', 'a bucket'])('with releases in %s', (where) => {
  beforeEach(async () => {
    victim = await openVictim(where === 'a bucket' ? s3 : undefined);
    stage = await openOperatorStage(victim);
  });

  test('what an operator requests is executed by the release command, served, and in the audit trail', async () => {
    const number = await stage.request(identity('ada'), pinChat);
    const run = await stage.signer();
    await run();
    expect([await stage.ended(number), await stage.pinned()]).toEqual(['done', '2.0.0']);
    expect(await stage.edge.served()).toBe('1.0.0 2.0.0');
    await run();
    await stage.sign();
    const trail = await stage.trail();
    expect(trail.map(({ entry }) => entry.kind)).toEqual(['policy', 'elsewhere', 'begun', 'done']);
    expect(trail.at(-1)?.entry).toMatchObject({ person: 'ada', by: identity('ada'), action: pinChat, serial: 2 });
    const [last] = await (await victim.context()).registry.history('live');
    expect(last).toMatchObject({ changes: [{ part: 'mf-chat', from: '1.0.0', to: '2.0.0', how: 'pin' }] });
  });
});

describe('in a folder', () => {
  beforeEach(async () => {
    victim = await openVictim();
    stage = await openOperatorStage(victim);
  });

  test('of two operators who saw the same set, the second sees what the first changed', async () => {
    const first = await stage.request(identity('ada'), pinChat);
    const second = await stage.request(identity('ada'), { do: 'disable', remote: 'mf-auth' });
    await stage.sign();
    expect([await stage.ended(first), await stage.ended(second)]).toEqual(['done', 'changed']);
    expect(stage.output.at(-1)).toContain('It was for set number 1, but number 2 is served now.');
    expect(stage.output.at(-1)).toContain('pin, mf-chat 1.0.0 → 2.0.0');
  });

  test.each(['begun', 'pinned', 'signed'])('a signer that is killed once it has %s leaves it done once', async (at) => {
    const number = await stage.request(identity('ada'), pinChat);
    const killed = await stage.signer({
      step(name) {
        if (name === at) throw new Error('killed');
      },
    });
    await killed();
    expect(await stage.ended(number)).toBeUndefined();
    await stage.sign();
    await stage.sign();
    expect([await stage.ended(number), await stage.pinned()]).toEqual(['done', '2.0.0']);
    expect(await stage.edge.served()).toBe('1.0.0 2.0.0');
    const kinds = (await stage.trail()).map(({ entry }) => entry.kind);
    expect(kinds.filter((kind) => kind === 'done')).toHaveLength(1);
    expect((await stage.base()).serial).toBe(2);
  });

  test('two signers at once execute a request once', async () => {
    const number = await stage.request(identity('ada'), pinChat);
    const [one, other] = [await stage.signer(), await stage.signer()];
    await Promise.all([one(), other()]);
    await stage.sign();
    expect(await stage.ended(number)).toBe('done');
    const trail = await stage.trail();
    expect(trail.filter(({ entry }) => entry.kind === 'done' || entry.kind === 'begun')).toHaveLength(2);
  });

  test('a concurrent pin is not overwritten, and the request is refused', async () => {
    const number = await stage.request(identity('ada'), pinChat);
    const run = await stage.signer({
      step(name) {
        if (name === 'begun') throw new Error('killed');
      },
    });
    await run();
    await victim.release('pin', 'live', 'mf-chat@3.0.0');
    await stage.sign();
    expect([await stage.ended(number), await stage.pinned()]).toEqual(['changed', '3.0.0']);
  });

  test('every kind of request is done as its command does it', async () => {
    const step = async (action: Parameters<OperatorStage['request']>[1]) => {
      const number = await stage.request(identity('ada'), action);
      await stage.sign();
      expect(await stage.ended(number), JSON.stringify(action)).toBe('done');
      return (await (await victim.context()).registry.read('live')).remotes['mf-chat'];
    };
    const chat = { remote: 'mf-chat' };
    expect(await step({ do: 'canary', ...chat, version: '2.0.0', percent: 10 })).toMatchObject({
      version: '1.0.0',
      canary: { version: '2.0.0', percent: 10 },
    });
    expect(await step({ do: 'rollback', ...chat, why: '--yes it fails' })).toEqual({ version: '1.0.0' });
    expect(await step({ do: 'pin', ...chat, version: '2.0.0' })).toMatchObject({ version: '2.0.0' });
    expect(await step({ do: 'good', ...chat, version: '2.0.0' })).toMatchObject({ version: '2.0.0' });
    expect(await step({ do: 'disable', ...chat })).toMatchObject({ disabled: true });
    expect(await step({ do: 'enable', ...chat })).not.toHaveProperty('disabled');
    await victim.release('pin', 'staging', 'mf-chat@3.0.0');
    expect(await step({ do: 'promote', from: 'staging', remotes: ['mf-chat'] })).toMatchObject({ version: '3.0.0' });
    const flagged = await stage.request(identity('ada'), { do: 'flag', ...chat, flag: 'none', rules: [{ share: 20 }] });
    await stage.sign();
    expect([await stage.ended(flagged), stage.output.at(-1)]).toEqual([
      'not-fit',
      expect.stringContaining('declares the flag mf-chat.none'),
    ]);
    const { good } = (await victim.context()).registry;
    expect(await good('live', 'mf-chat', '2.0.0')).toBeDefined();
  });

  test('a pin that would end a running canary is refused unless the operator agreed', async () => {
    await victim.release('canary', 'live', 'mf-chat@2.0.0', '10');
    await stage.sign();
    const pin = { do: 'pin', remote: 'mf-chat', version: '3.0.0' } as const;
    const blocked = await stage.request(identity('ada'), pin);
    await stage.sign();
    expect(await stage.ended(blocked)).toBe('not-fit');
    const agreed = await stage.request(identity('ada'), { ...pin, endsCanary: true });
    await stage.sign();
    expect([await stage.ended(agreed), await stage.pinned()]).toEqual(['done', '3.0.0']);
  });

  test('what the command line and the watch change is also in the audit trail', async () => {
    await stage.sign();
    await victim.release('disable', 'live', 'mf-auth', 'it', 'leaks');
    await stage.sign();
    expect((await stage.trail()).at(-1)?.entry).toMatchObject({
      kind: 'elsewhere',
      changes: [expect.stringMatching(/: disable, mf-auth 1\.0\.0 → 1\.0\.0, disabled \(it leaks\)$/)],
    });
  });

  test('a renewed signature does not end what waits for approval', async () => {
    await victim.release('operators', 'live');
    const number = await stage.request(identity('ada'), pinChat);
    await victim.release('sign', 'live');
    await stage.sign();
    expect(await stage.ended(number)).toBe('done');
  });
});

test('with two-person approval a request waits for another authorized operator, and is then executed', async () => {
  victim = await openVictim();
  stage = await openOperatorStage(victim, rulesOf(1));
  const number = await stage.request('key:ci', pinChat);
  await stage.sign();
  expect([await stage.ended(number), await stage.pinned()]).toEqual([undefined, '1.0.0']);
  await stage.decide(number, identity('bob'));
  await stage.sign();
  expect([await stage.ended(number), await stage.pinned()]).toEqual(['done', '2.0.0']);
  expect((await stage.trail()).at(-1)?.entry).toMatchObject({ person: 'chris', by: 'key:ci', approvedBy: ['bob'] });
  const rejected = await stage.request(identity('ada'), { do: 'disable', remote: 'mf-auth' });
  await stage.decide(rejected, identity('bob'), 'reject');
  const back = await stage.request(identity('ada'), { do: 'disable', remote: 'mf-auth' });
  await stage.decide(back, identity('ada'), 'reject');
  await stage.sign();
  expect([await stage.ended(rejected), await stage.ended(back)]).toEqual(['rejected', 'withdrawn']);
});

describe('a file of operators', () => {
  beforeEach(async () => {
    victim = await openVictim();
    stage = await openOperatorStage(victim);
  });
  const { keys: _, ...rules } = rulesOf();
  const apply = async (given: object) => {
    const file = join(victim.folder, 'operators.json');
    writeFileSync(file, JSON.stringify(given));
    return victim.release('operators', 'live', file);
  };
  const policy = async () => readPolicy(stage.documents, 'live', [stage.key]);

  test('that is applied again changes nothing, and the API keys stay', async () => {
    await apply(rules);
    const before = await policy();
    expect(Object.keys(before?.keys ?? {})).toEqual(['ci', 'old']);
    const { output } = await apply(rules);
    expect([output.split('\n')[0], await policy()]).toEqual(['live: these operators already apply.', before]);
  });

  test('removes the API keys of owners and roles that it removes, and says so', async () => {
    const { chris: __, ...people } = rules.people;
    const { code, output } = await apply({ ...rules, people });
    expect([code, (await policy())?.keys]).toEqual([0, {}]);
    expect(output).toContain('The key ci of chris is removed.\nThe key old of chris is removed.');
  });

  test('that lists API keys has no others', async () => {
    const { output } = await apply({ ...rules, keys: { ci: rulesOf().keys['ci'] } });
    expect(Object.keys((await policy())?.keys ?? {})).toEqual(['ci']);
    expect(output).toContain('The key old of chris is removed.');
  });
});

describe('with a new key of releases', () => {
  afterEach(() => {
    delete process.env['ATRIUM_RELEASE_KEY'];
    delete process.env['ATRIUM_RELEASE_TRUST'];
  });
  const publicPem = ({ key }: TrustedKey) => key.export({ type: 'spki', format: 'pem' }).toString();
  /** Replaces the key as docs/operations.md says, up to where both are trusted. Gives the new one. */
  const replaceKey = async (): Promise<SigningKey> => {
    victim = await openVictim();
    stage = await openOperatorStage(victim);
    await stage.request(identity('ada'), pinChat);
    await stage.sign();
    const next = signingKey(join(victim.folder, 'next'), {});
    process.env['ATRIUM_RELEASE_KEY'] = next.secret.export({ type: 'pkcs8', format: 'pem' }).toString();
    process.env['ATRIUM_RELEASE_TRUST'] = publicPem(stage.key) + publicPem(next);
    await victim.release('sign', 'live');
    return next;
  };
  const applyRules = async () => {
    const file = join(victim.folder, 'operators.json');
    writeFileSync(file, JSON.stringify(rulesOf()));
    return victim.release('operators', 'live', file);
  };

  test('requests go on once the old key is no longer trusted, and the audit trail stays intact', async () => {
    const next = await replaceKey();
    expect((await applyRules()).output).toContain('Operators number 2.');
    await stage.sign();
    process.env['ATRIUM_RELEASE_TRUST'] = publicPem(next);
    const number = await stage.request(identity('ada'), { do: 'pin', remote: 'mf-chat', version: '3.0.0' });
    await stage.sign();
    expect([await stage.ended(number), await stage.pinned()]).toEqual(['done', '3.0.0']);
    expect((await victim.release('audit', 'live', '--verify')).code).toBe(0);
    expect((await applyRules()).output).toContain('live: these operators already apply.');
  });

  test('a line of the old key that was changed is detected by the line after it', async () => {
    const next = await replaceKey();
    await applyRules();
    await stage.sign();
    process.env['ATRIUM_RELEASE_TRUST'] = publicPem(next);
    const file = join(victim.folder, 'data/operator/audit/live/000003.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"person":"ada"', '"person":"bob"'));
    expect((await victim.release('audit', 'live', '--verify')).output).toBe(
      'Line 4 of the audit trail does not follow the line before it: one of them was replaced.',
    );
  });

  test('lines of the old key alone are valid only up to the end that somebody remembers', async () => {
    const next = await replaceKey();
    const { number, hash } = headOf(await stage.trail());
    process.env['ATRIUM_RELEASE_TRUST'] = publicPem(next);
    const verified = (...head: string[]) => victim.release('audit', 'live', '--verify', ...head);
    expect((await verified()).output).toContain('Line 1 of the audit trail was changed. It is signed by the key');
    expect((await verified('--head', `${number}:${hash}`)).code).toBe(0);
    // The signer's own disk remembers that end, so operators whose old key had to go at once apply their file there.
    headMemory(join(victim.folder, 'data'), 'live').write({ number, hash });
    const { output } = await applyRules();
    expect(output).toContain('Operators number 2.');
    expect(output).toContain(
      'No API keys are kept. The operators of live were changed by somebody else. It is signed by',
    );
  });
});
