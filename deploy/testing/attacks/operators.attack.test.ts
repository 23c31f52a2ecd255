import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Documents } from '../../release/documents.ts';
import { signingKey } from '../../release/keys.ts';
import { headOf } from '../../release/operators/audit.ts';
import { writePolicy } from '../../release/operators/policy.ts';
import { identity, openOperatorStage, type OperatorStage, pinChat, rulesOf } from '../operator-stage.ts';
import { openVictim, strangersKey, type Victim } from './victim.ts';

/** Attackers with write access to the store, or operators with fewer rights, try to get a release signed. */
let victim: Victim;
let stage: OperatorStage;
const open = async (approvals = 0) => {
  victim = await openVictim();
  stage = await openOperatorStage(victim, rulesOf(approvals));
};

const textOf = async (documents: Documents, key: string) => (await documents.read(key))?.text ?? '';
const rewrite = async (key: string, change: (text: string) => string) => {
  const before = await stage.documents.read(key);
  const text = change(before?.text ?? '');
  expect(text).not.toBe(before?.text);
  expect(await stage.documents.swap(key, text, before?.tag)).toBe(true);
};
const padded = (number: number) => String(number).padStart(6, '0');
const requestFile = (number: number) => `requests/live/${padded(number)}.json`;
const decisionFile = (number: number) => `decisions/live/${padded(number)}/000001.json`;
const auditFile = (number: number) => `audit/live/${padded(number)}.json`;
/** Asserts that nothing was signed. */
const expectNothing = async (number: number, how: string | undefined) => {
  await stage.sign();
  await stage.sign();
  expect([await stage.ended(number), await stage.pinned()]).toEqual([how, '1.0.0']);
  expect(await stage.edge.served()).toBe('1.0.0 1.0.0');
};

describe('a request is refused', () => {
  // A refused request leaves the installation unchanged, so these tests share one.
  beforeAll(() => open());
  afterAll(() => victim.end());

  test.each<[string, string, string]>([
    ['a user who is not an operator', identity('eve'), 'stranger'],
    ['a name that every object has', 'key:constructor', 'stranger'],
    ['a key that has expired', 'key:old', 'stranger'],
    ['a key that claims to be a user', 'product:key:ci', 'stranger'],
    ['an operator who only approves', identity('bob'), 'not-allowed'],
  ])('of %s', async (_, by, how) => {
    await expectNothing(await stage.request(by, pinChat), how);
  });

  test.each<[string, Parameters<OperatorStage['request']>[1]]>([
    ['a remote of another role', { do: 'pin', remote: 'mf-auth', version: '2.0.0' }],
    ['an action of another role', { do: 'disable', remote: 'mf-chat' }],
    ['the shell', { do: 'pin', remote: 'shell', version: '1.0.0' }],
    ['all remotes at once', { do: 'promote', from: 'staging', remotes: [] }],
    ['a remote of another role besides their own', { do: 'promote', from: 'staging', remotes: ['mf-chat', 'mf-auth'] }],
  ])('for %s', async (_, action) => {
    await expectNothing(await stage.request(identity('chris'), action), 'not-allowed');
  });

  test('that is signed by an untrusted key', async () => {
    await expectNothing(await stage.request(identity('ada'), pinChat, {}, strangersKey(victim)), 'forged');
  });

  test('that is signed by an untrusted key in the name of the operator page', async () => {
    const stolen = { ...strangersKey(victim), id: stage.page.id };
    await expectNothing(await stage.request(identity('ada'), pinChat, {}, stolen), 'forged');
  });

  test.each<[string, (text: string) => string]>([
    ['another requester', (text) => text.replace(identity('bob'), identity('ada'))],
    ['another version', (text) => text.replace('2.0.0', '3.0.0')],
    ['a later end', (text) => text.replace(/"expires":"\d{4}/, '"expires":"2999')],
    ['unreadable content', () => '{'],
  ])('that was changed in the store to have %s', async (_, change) => {
    const number = await stage.request(identity('bob'), pinChat);
    await rewrite(requestFile(number), change);
    await expectNothing(number, 'forged');
  });

  test('of an operator who signed in too long ago', async () => {
    const signedInAt = new Date(Date.now() - 16 * 60_000).toISOString();
    await expectNothing(await stage.request(identity('ada'), pinChat, { signedInAt }), 'sign-in-again');
  });
});

describe('a request', () => {
  beforeEach(() => open());
  afterEach(() => victim.end());

  test('without an attack: it is executed', async () => {
    const number = await stage.request(identity('chris'), pinChat);
    await stage.sign();
    expect([await stage.ended(number), await stage.pinned()]).toEqual(['done', '2.0.0']);
  });

  test('that was executed before is refused under another number', async () => {
    const number = await stage.request(identity('ada'), pinChat);
    await stage.sign();
    await victim.release('rollback', 'live', 'mf-chat');
    const copy = await textOf(stage.documents, requestFile(number));
    await stage.documents.swap(requestFile(2), copy, undefined);
    await expectNothing(2, 'forged');
  });

  test('for a withdrawn version is refused', async () => {
    await victim.release('yank', 'mf-chat@2.0.0', 'leaks', 'passwords');
    await expectNothing(await stage.request(identity('ada'), pinChat), 'not-fit');
  });

  test('is refused on top of pins that were changed in the store', async () => {
    await stage.sign();
    await victim.plantPins((text) => text.replace(/("mf-auth": \{ "version": )"1\.0\.0"/, '$1"3.0.0"'));
    const number = await stage.request(identity('ada'), pinChat);
    await stage.sign();
    expect(await stage.ended(number)).toBe('pins-changed');
    expect(await stage.edge.served()).toBe('1.0.0 1.0.0');
  });
});

describe('no request is executed by an approval', () => {
  let number = 0;
  beforeAll(() => open(1));
  afterAll(() => victim.end());
  beforeEach(async () => {
    number = await stage.request(identity('ada'), pinChat);
  });

  test('that was never issued', async () => {
    await expectNothing(number, undefined);
  });

  test.each<[string, string]>([
    ['the operator who requested it', identity('ada')],
    ['the same user by another sign-in', 'oidc:ada'],
    ['a user who is not an operator', identity('eve')],
    ['a key', 'key:ci'],
  ])('of %s', async (_, by) => {
    await stage.decide(number, by);
    await expectNothing(number, undefined);
  });

  test('of the owner of the key that requested it', async () => {
    const own = await stage.request('key:ci', pinChat);
    await stage.decide(own, identity('chris'));
    await expectNothing(own, undefined);
  });

  test('of an operator who may approve other remotes only', async () => {
    const other = await stage.request(identity('ada'), { do: 'disable', remote: 'mf-auth' });
    await stage.decide(other, identity('chris'));
    await expectNothing(other, undefined);
  });

  test('of another request, copied to this one', async () => {
    const other = await stage.request(identity('ada'), { do: 'pin', remote: 'mf-chat', version: '3.0.0' });
    await stage.decide(other, identity('bob'));
    const copy = await textOf(stage.documents, decisionFile(other));
    await stage.documents.swap(decisionFile(number), copy, undefined);
    await stage.documents.swap(decisionFile(other), '{}', (await stage.documents.read(decisionFile(other)))?.tag);
    await expectNothing(number, undefined);
  });

  test('for different content', async () => {
    await stage.decide(number, identity('bob'), 'approve', {});
    await rewrite(decisionFile(number), (text) => text.replace(/"request":"../, '"request":"00'));
    await expectNothing(number, undefined);
  });

  test('of a request that was changed afterwards', async () => {
    await stage.decide(number, identity('bob'));
    await rewrite(requestFile(number), (text) => text.replace('2.0.0', '3.0.0'));
    await expectNothing(number, 'forged');
  });

  test('of an operator who signed in too long ago', async () => {
    const signedInAt = new Date(Date.now() - 16 * 60_000).toISOString();
    await stage.decide(number, identity('bob'), 'approve', { signedInAt });
    await expectNothing(number, undefined);
  });
});

describe('a list of operators is refused', () => {
  beforeEach(() => open());
  afterEach(() => victim.end());
  const policyFile = 'policy/live.json';

  test('with a role that was added in the store', async () => {
    const number = await stage.request(identity('eve'), pinChat);
    await rewrite(policyFile, (text) => text.replace('ada@', 'eve@'));
    await expect(stage.sign()).rejects.toThrow('The operators of live were changed by somebody else.');
    expect([await stage.ended(number), await stage.pinned()]).toEqual([undefined, '1.0.0']);
  });

  test('signed by an untrusted key', async () => {
    await writePolicy(stage.documents, rulesOf(), strangersKey(victim), [], 9);
    await expect(stage.sign()).rejects.toThrow('is not trusted');
  });

  test('signed by the operator page', async () => {
    await writePolicy(stage.documents, rulesOf(), stage.page, [], 9);
    await expect(stage.sign()).rejects.toThrow('is not trusted');
  });

  test('of an earlier state, restored after an operator was removed', async () => {
    const old = await textOf(stage.documents, policyFile);
    const { ada: _, ...people } = rulesOf().people;
    await writePolicy(stage.documents, { ...rulesOf(), people }, signingKey(join(victim.folder, 'data'), {}));
    const number = await stage.request(identity('ada'), pinChat);
    await stage.sign();
    await rewrite(policyFile, () => old);
    await expect(stage.sign()).rejects.toThrow('The operators have number 1, but number 2 already applied.');
    expect([await stage.ended(number), await stage.pinned()]).toEqual(['stranger', '1.0.0']);
  });
});

describe('the audit trail', () => {
  let head = { number: 0, hash: '' };
  afterEach(() => victim.end());
  beforeEach(async () => {
    await open();
    await stage.request(identity('ada'), pinChat);
    await stage.sign();
    head = headOf(await stage.trail());
  });
  const remove = (number: number) => rmSync(join(victim.folder, 'data/operator', auditFile(number)));
  const audit = async (...more: string[]) => {
    const { code, output } = await victim.release('audit', 'live', '--verify', ...more);
    return `${code} ${output}`;
  };

  test('without an attack: it is intact, and shows who did what', async () => {
    expect(await audit()).toBe(`0 The audit trail of live is intact: 4 lines, 4:${head.hash}`);
    expect((await victim.release('audit', 'live')).output).toContain(
      `did request 1 of ada (${identity('ada')}): pin live mf-chat@2.0.0; set number 2`,
    );
  });

  test.each<[string, () => Promise<void>, string]>([
    [
      'a line that was changed',
      () => rewrite(auditFile(3), (text) => text.replace('"person":"ada"', '"person":"bob"')),
      '1 Line 3 of the audit trail was changed. Its signature',
    ],
    ['a line that was removed', async () => remove(2), '1 Line 2 of the audit trail is missing.'],
    [
      'two lines that were swapped',
      async () => {
        const [two, three] = [await textOf(stage.documents, auditFile(2)), await textOf(stage.documents, auditFile(3))];
        await rewrite(auditFile(2), () => three);
        await rewrite(auditFile(3), () => two);
      },
      '1 Line 2 of the audit trail was moved: it was written as line 3.',
    ],
    [
      'a line that is signed by an untrusted key',
      () => rewrite(auditFile(4), (text) => text.replace(/"key":"\w+"/, '"key":"0000000000000000"')),
      '1 Line 4 of the audit trail was changed. It is signed by the key 0000000000000000, which is not trusted.',
    ],
  ])('%s is detected, and ends the execution of requests', async (_, attack, output) => {
    await attack();
    expect(await audit()).toContain(output);
    // No further request is executed after that.
    const number = await stage.request(identity('ada'), { do: 'pin', remote: 'mf-chat', version: '3.0.0' });
    await expect(stage.sign()).rejects.toThrow('of the audit trail');
    expect([number, await stage.pinned()]).toEqual([2, '2.0.0']);
  });

  test('a removed end is detected by a check with the known head', async () => {
    remove(4);
    expect(await audit('--head', `4:${head.hash}`)).toBe('1 Line 4 of the audit trail is missing: there were 4.');
  });
});
