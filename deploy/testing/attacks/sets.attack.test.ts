import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { floorText } from '../../release/floors.ts';
import { signatureBy } from '../../release/keys.ts';
import { releaseSetText } from '../../release/release-set.ts';
import { renewSet } from '../../release/renew-set.ts';
import { type SignedSet, signedSetText } from '../../release/signed-set.ts';
import { type S3Server, useS3 } from '../s3.ts';
import { openVictim, operatorsKey, strangersKey, type Victim } from './victim.ts';

/**
 * Attackers with write access to the release store try to make browsers run what operators did not sign for them, or no
 * longer do.
 */
let s3: S3Server;
beforeAll(async () => {
  s3 = await useS3();
});

let victim: Victim;
afterEach(() => victim.end());

const unavailable = 'Atrium is not available right now. Please try again later.';
const days = (count: number) => count * 86_400_000;
const setOf = (text: string) => JSON.parse(text) as SignedSet;
const unsigned = (text: string) => text.replace(/"signed": .*\n/, '');

describe.each(['a folder', 'a bucket'])('with releases in %s', (storage) => {
  beforeEach(async () => {
    victim = await openVictim(storage === 'a bucket' ? s3 : undefined);
  });
  /** An operator pins another version. Gives the set that is outdated then. */
  const pinNext = async (to = '2.0.0') => {
    const old = await victim.signed();
    expect((await victim.release('pin', 'live', `mf-auth@${to}`)).code).toBe(0);
    return old;
  };
  const expectRefused = async (text: string, why: string) => {
    const edge = await victim.edge();
    expect(await edge.served()).toBe('1.0.0 1.0.0');
    await victim.plant(text);
    expect(await edge.served()).toBe('1.0.0 1.0.0');
    const health = await edge.health();
    expect(health).toMatch(/^ok\n/);
    expect(health).toContain(why);
    expect(victim.reports.join()).toContain(why);
    // A new edge does not accept it either, so it has nothing to serve.
    victim.forget();
    expect(await (await victim.edge('new')).served()).toBe(unavailable);
  };
  const newer = (text: string) => ({ ...setOf(text), serial: 7, id: 'stolen' });

  test('an unsigned set is refused', async () => {
    await expectRefused(unsigned(await victim.signed()), 'It is not signed.');
  });

  test('a set that is signed by an untrusted key is refused', async () => {
    await expectRefused(signedSetText(newer(await victim.signed()), strangersKey(victim)), 'which is not trusted');
  });

  test('a set that is signed by an untrusted key in the name of the trusted key is refused', async () => {
    const stolen = { ...strangersKey(victim), id: operatorsKey(victim).id };
    await expectRefused(signedSetText(newer(await victim.signed()), stolen), 'does not match its content');
  });

  test.each([
    ['another version', (text: string) => text.replaceAll('"version":"1.0.0"', '"version":"2.0.0"')],
    [
      'another owner',
      (text: string) => text.replace('"dialog auth.terms":["mf-auth"]', '"dialog auth.terms":["mf-chat"]'),
    ],
    ['a higher number', (text: string) => text.replace('"serial": 1', '"serial": 9')],
    ['a later end', (text: string) => text.replace(/"expires": "\d{4}/, '"expires": "2999')],
    ['another environment’s name', (text: string) => text.replace('"environment": "live"', '"environment": "staging"')],
  ])('a signed set that was changed to have %s is refused', async (_, tamper) => {
    const text = await victim.signed();
    expect(tamper(text)).not.toBe(text);
    await expectRefused(tamper(text), 'does not match its content');
  });

  test('the set of another environment is refused', async () => {
    await expectRefused(await victim.signed('staging'), 'It belongs to the environment staging.');
  });

  test('a set that was signed without number and expiry is refused', async () => {
    const { environment, id, shell, remotes } = setOf(await victim.signed());
    const text = releaseSetText({ environment, id, shell, remotes });
    const signed = JSON.stringify(signatureBy(operatorsKey(victim), text));
    await expectRefused(`{\n"signed": ${signed},\n${text.slice(2)}`, 'without a number and an end');
  });

  test('a file of a release that nobody pinned is no page of the product: it runs no script', async () => {
    const script = '<script xmlns="http://www.w3.org/1999/xhtml">fetch("/api/user")</script>';
    const pages = ['x.html', 'x.svg', 'x.xhtml', 'x.xml'];
    const files = Object.fromEntries(pages.map((file) => [file, script]));
    await victim.plantRelease('9.0.0', { ...files, 'x.pdf': '%PDF-1.7', 'x.0a1b2c3d.html': script });
    const edge = await victim.edge();
    expect(await edge.served()).toBe('1.0.0 1.0.0');
    for (const path of [...pages, 'x.pdf'].map((file) => `9.0.0/${file}`).concat('content/x.0a1b2c3d.html')) {
      const { status, headers } = await edge.open(`/assets/mf-auth/${path}`);
      expect([path, status, headers.get('content-security-policy')]).toEqual([
        path,
        200,
        expect.stringMatching(/^sandbox; default-src 'none';(?!.*script)/),
      ]);
    }
  });

  test('an older set is refused by a running edge', async () => {
    const old = await pinNext();
    const edge = await victim.edge();
    expect(await edge.served()).toBe('2.0.0 1.0.0');
    await victim.plant(old);
    expect(await edge.served()).toBe('2.0.0 1.0.0');
    expect(await edge.health()).toContain('It is number 1, but number 2 was already signed.');
  });

  test('an older set is refused by an edge that restarts', async () => {
    const old = await pinNext();
    await (await victim.edge()).served();
    await victim.plantFloor(2, 'gone');
    await victim.plant(old);
    expect(await (await victim.edge()).served()).not.toContain('1.0.0 1.0.0');
    expect(victim.reports.join()).toContain('number 2 was already signed');
  });

  test('an older set is refused by a new edge', async () => {
    await victim.plant(await pinNext());
    expect(await (await victim.edge('new')).served()).toBe(unavailable);
  });

  test('an older set is refused even with an equally old statement beside it', async () => {
    const old = await pinNext();
    const edge = await victim.edge();
    await edge.served();
    await victim.plantFloor(9, floorText('live', 1, operatorsKey(victim)));
    await victim.plant(old);
    expect(await edge.served()).toBe('2.0.0 1.0.0');
  });

  test('a statement that is signed by an untrusted key blocks no set', async () => {
    await victim.plantFloor(99, floorText('live', 99, strangersKey(victim)));
    await victim.plantFloor(98, floorText('staging', 98, operatorsKey(victim)));
    expect(await (await victim.edge('new')).served()).toBe('1.0.0 1.0.0');
  });

  test('an expired set is refused by a new edge', async () => {
    const edge = await victim.edge('new', () => days(15));
    expect(await edge.served()).toBe(unavailable);
    expect(await edge.health()).toMatch(/^Atrium has no release\.\nThe newest is not served\. It expired at /);
  });

  test('a set that is not renewed in time is no longer served by a running edge', async () => {
    let later = 0;
    const edge = await victim.edge('disk', () => later);
    expect(await edge.served()).toBe('1.0.0 1.0.0');
    later = days(15);
    expect(await edge.served()).toBe(unavailable);
    expect(await edge.health()).toContain('`pnpm release sign live` renews it');
    expect(victim.reports.filter((one) => one.includes('is no longer served'))).toHaveLength(1);
  });

  test('an older set is not renewed by the watch', async () => {
    const { renew } = await victim.context();
    const old = await pinNext();
    expect(await renew?.('live', 0)).toBe(2);
    await victim.plant(old);
    await expect(renew?.('live', 0)).rejects.toThrow('number 1, but number 2 was already signed');
    // Even if the statement is gone, because the watch remembers.
    await expect(renew?.('live', 2)).rejects.toThrow('number 1, but number 2 was already signed');
    expect(await victim.signed()).toBe(old);
  });
});

test('a record in the bucket does not reach a file of another release on the edge’s disk', async () => {
  victim = await openVictim(s3);
  const edge = await victim.edge();
  const ofShell = async () => (await edge.open('/manifest.webmanifest')).text();
  const before = await ofShell();
  await victim.plantRecord('9.0.0', '../../../shell/1.0.0/files/manifest.webmanifest', 'stolen');
  expect((await edge.open('/assets/mf-auth/9.0.0/any.js')).status).toBe(404);
  expect(await ofShell()).toBe(before);
});

describe('a renewal', () => {
  beforeEach(async () => {
    victim = await openVictim();
  });
  const renewedAt = async (later: number) => {
    const { folderServing } = await import('../../release/effective-set.ts');
    const { registry, data } = await victim.context();
    return renewSet({ ...folderServing(data, victim.store, registry), now: () => Date.now() + later }, 'live');
  };

  test('signs what was signed before, and not what was written to the pins', async () => {
    await victim.plantPins((text) =>
      text.replace('"mf-auth": { "version": "1.0.0" }', '"mf-auth": { "version": "3.0.0" }'),
    );
    const before = setOf(await victim.signed());
    expect(await renewedAt(days(2))).toBe(2);
    const after = setOf(await victim.signed());
    expect({ ...after, signed: 0 }).toEqual({ ...before, signed: 0, serial: 2, expires: after.expires });
    expect(Date.parse(after.expires) - Date.parse(before.expires)).toBeGreaterThan(days(1));
    expect(await (await victim.edge()).served()).toBe('1.0.0 1.0.0');
  });

  test('waits until part of the validity has passed, and revives nothing', async () => {
    expect(await renewedAt(0)).toBe(1);
    await expect(renewedAt(days(15))).rejects.toThrow('The set of live is not renewed. It expired at');
  });
});
