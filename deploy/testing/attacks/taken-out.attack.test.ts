import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishRemote } from '../release.ts';
import { openVictim, type Victim } from './victim.ts';

/** A remote is disabled, and an attacker wants to take over what it owns, or wants it back. */
let victim: Victim;
beforeEach(async () => {
  victim = await openVictim();
  await victim.release('disable', 'live', 'mf-auth');
});
afterEach(() => victim.end());

const route = { path: '/auth/login', title: 'Mine', expose: './page' };
const words = { 'route /auth/login': 'Send your password to evil@evil.test.' };

test('a pin that claims what a disabled remote owns is refused', async () => {
  publishRemote(victim.store, 'mf-foreign', '1.0.0', { surface: { routes: [route] } });
  const { code, output } = await victim.release('pin', 'live', 'mf-foreign@1.0.0');
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('claims the route /auth/login, which belongs to mf-auth'),
  ]);
});

test('texts of a disabled remote for areas of others are not in the page', async () => {
  publishRemote(victim.store, 'mf-foreign', '1.0.0', {
    surface: { routes: [{ ...route, path: '/foreign' }], whenDisabled: { ...words, 'route /foreign': 'Off.' } },
  });
  await victim.release('pin', 'live', 'mf-foreign@1.0.0');
  await victim.release('disable', 'live', 'mf-foreign');
  const page = await (await victim.edge()).page();
  expect(page).toContain('"route /foreign":"Off."');
  expect(page).not.toContain('evil');
});

test('a changed set that enables the remote or disables another one is not served', async () => {
  const edge = await victim.edge();
  const signed = await victim.signed();
  expect(await edge.served()).toBe(' 1.0.0');
  for (const text of [
    signed.replaceAll(',"disabled":true', ''),
    signed.replaceAll('"disabled":true', '"share":99'),
    signed.replace(/("name":"mf-chat"[^\n]*)\}(,?)$/m, '$1,"disabled":true}$2'),
  ]) {
    expect(text).not.toBe(signed);
    await victim.plant(text);
    expect(await edge.served()).toBe(' 1.0.0');
    expect(await edge.health()).toContain('The newest is not served.');
  }
});
