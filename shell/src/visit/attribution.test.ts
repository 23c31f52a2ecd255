import { beforeEach, describe, expect, test } from 'vitest';
import { storeAttribution } from './attribution.ts';
import { createStorage } from './storage.ts';

const { cookies } = createStorage();
const take = (address: string) => {
  const replaced: string[] = [];
  const attribution = storeAttribution({
    url: new URL(address, 'http://atrium.test'),
    cookies,
    replace: (to) => replaced.push(to),
    newUuid: () => 'random-uuid',
  });
  return { attribution, replaced };
};

beforeEach(() => {
  cookies.remove('aT');
  cookies.remove('spockUuid');
});

describe('the attribution of a visit', () => {
  test('aT and uuid leave the address and go into cookies; the rest of the address stays', () => {
    const { attribution, replaced } = take('/subscribe?aT=partner&plan=year&uuid=u-1#top');
    expect(attribution).toEqual({ aT: 'partner', uuid: 'u-1' });
    expect(replaced).toEqual(['http://atrium.test/subscribe?plan=year#top']);
    expect([cookies.get('aT'), cookies.get('spockUuid')]).toEqual(['partner', 'u-1']);
  });

  test('an address with too many slashes keeps its host', () => {
    expect(take('http://atrium.test//auth/login?uuid=u-1').replaced).toEqual(['http://atrium.test//auth/login']);
  });

  test('an address without them is left alone, and the cookies are used', () => {
    take('/?aT=partner&uuid=u-1');
    const { attribution, replaced } = take('/?chat=1');
    expect(attribution).toEqual({ aT: 'partner', uuid: 'u-1' });
    expect(replaced).toEqual([]);
  });

  test('a visit without a uuid gets a random one that stays', () => {
    expect(take('/').attribution).toEqual({ uuid: 'random-uuid' });
    expect(cookies.get('spockUuid')).toBe('random-uuid');
  });

  test.each([
    ['too long', 'x'.repeat(65)],
    ['with NUL', 'a\0b'],
  ])('a uuid %s, which the service refuses, is taken from neither the address nor the cookie', (_, text) => {
    const address = `/?uuid=${encodeURIComponent(text)}`;
    expect(take(address)).toEqual({ attribution: { uuid: 'random-uuid' }, replaced: ['http://atrium.test/'] });
    expect(cookies.get('spockUuid')).toBe('random-uuid');
    cookies.set('spockUuid', text);
    expect(take('/').attribution).toEqual({ uuid: 'random-uuid' });
    expect(cookies.get('spockUuid')).toBe('random-uuid');
  });

  test('a valid uuid of the cookie is kept when the one of the address is invalid', () => {
    take(`/?uuid=${'u'.repeat(64)}`);
    expect(take(`/?uuid=${'x'.repeat(65)}`).attribution).toEqual({ uuid: 'u'.repeat(64) });
  });

  test('aT may be long: nothing but the page reads it', () => {
    const partner = 'x'.repeat(200);
    expect(take(`/?aT=${partner}`).attribution).toEqual({ aT: partner, uuid: 'random-uuid' });
    expect(cookies.get('aT')).toBe(partner);
  });
});
