import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishRemote } from '../release.ts';
import { openVictim, type Victim } from './victim.ts';

const team = '66aa00000000000000000001';
/**
 * Something is for some users only. An attacker with write access to the releases wants it, or wants others to have it.
 */
let victim: Victim;
beforeEach(async () => {
  victim = await openVictim();
  const polls = { description: 'Polls.', default: false, ends: '2027-01-31' };
  publishRemote(victim.store, 'mf-chat', '5.0.0', { contract: { flags: { polls } } });
  publishRemote(victim.store, 'mf-chat', '6.0.0-pr.7', { text: 'harm' });
  for (const args of [
    ['pin', 'live', 'mf-chat@5.0.0'],
    ['canary', 'live', 'mf-chat@2.0.0', '--team', team],
    ['flag', 'live', 'mf-chat.polls', '--team', team],
  ])
    await victim.release(...args);
});
afterEach(() => victim.end());

const planted = async (change: (text: string) => string) => {
  const edge = await victim.edge();
  const before = [await edge.served(), (await edge.page()).includes('mf-chat.polls')];
  const signed = await victim.signed();
  const changed = change(signed);
  expect(changed).not.toBe(signed);
  await victim.plant(changed);
  expect([await edge.served(), (await edge.page()).includes('mf-chat.polls')]).toEqual(before);
  return edge.health();
};

test.each([
  ['another team', (text: string) => text.replaceAll(team, '66aa00000000000000000009')],
  ['everybody', (text: string) => text.replaceAll(`{"teams":["${team}"]}`, '{}')],
  ['all browsers', (text: string) => text.replace('"percent":0', '"percent":100')],
  ['everybody, as a flag', (text: string) => text.replace(/"flags": [^\n]*/, '"flags": {"mf-chat.polls":[{}]},')],
  ['an unknown group', (text: string) => text.replace('"teams"', '"everybody"')],
])('a set in which the version is for %s is not served', async (_, change) => {
  expect(await planted(change)).toContain('The newest is not served.');
});

test('an unsigned preview is refused, in a set and by the command', async () => {
  const preview = { ends: '2099-01-01T00:00:00.000Z', release: victim.store.read('mf-chat', '6.0.0-pr.7').release };
  const health = await planted((text) =>
    text.replace('"shell": ', `"previews": ${JSON.stringify([preview])},\n"shell": `),
  );
  expect(health).toContain('The newest is not served.');
  expect(await victim.release('preview', 'live', 'mf-chat@6.0.0-pr.7')).toMatchObject({ code: 1 });
});

test('a preview version cannot be pinned or started as a canary', async () => {
  for (const args of [
    ['pin', 'live', 'mf-chat@6.0.0-pr.7', '--yes'],
    ['canary', 'live', 'mf-chat@6.0.0-pr.7', '50', '--yes'],
  ])
    expect(await victim.release(...args)).toMatchObject({
      code: 1,
      output: expect.stringContaining('is a preview version') as string,
    });
});

test('the name of a flag can neither end the script of the page nor set a flag of another remote', async () => {
  const flag = { description: '<img src=x>', default: true, ends: '2027-01-31' };
  const flags = { '</script><script>alert(1)</script>': flag, 'x.mf-auth.mine': flag };
  publishRemote(victim.store, 'mf-chat', '7.0.0', { contract: { flags } });
  await victim.release('pin', 'live', 'mf-chat@7.0.0', '--yes');
  const page = await (await victim.edge()).page();
  expect(page).toContain('mf-chat.x.mf-auth.mine');
  expect(page).not.toContain('</script><script>alert');
  expect(page).not.toContain('"mf-auth.mine"');
});
