import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPolling } from '../release/commands/operators.ts';
import { openVictim, type Victim } from '../testing/attacks/victim.ts';
import { openOperatorPage, type OperatorPageStage } from '../testing/operator-page.ts';
import { openOperatorStage } from '../testing/operator-stage.ts';
import { publishRemote } from '../testing/release.ts';

const team = '66aa00000000000000000001';
let victim: Victim;
let page: OperatorPageStage;
let stop = async () => {};
beforeEach(async () => {
  victim = await openVictim();
  const polls = { description: 'Polls <in> chats.', default: false, ends: '2027-01-31' };
  publishRemote(victim.store, 'mf-chat', '5.0.0', { contract: { flags: { polls } } });
  await victim.release('pin', 'live', 'mf-chat@5.0.0');
  const stage = await openOperatorStage(victim);
  page = await openOperatorPage(victim, {});
  stop = startPolling(await stage.signer(), 20, () => {});
});
afterEach(async () => {
  await stop();
  page.end();
  victim.end();
});

const hidden = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<input\s+type="hidden"\s+name="(\w+)"\s+value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
const pins = async () => (await victim.context()).registry.read('live');

test('an operator enables a version for one team, and turns a flag on for it and off again', async () => {
  const ada = await page.signIn('ada@atrium.test');
  const overview = (await ada.get('/')).text;
  expect(overview).toContain('<p>Off by default</p>');
  expect(overview).toContain('Polls &#60;in&#62; chats.');
  expect(overview).toContain('href="/do/flag?remote=mf-chat&#38;flag=polls"');

  const canary = { remote: 'mf-chat', version: '2.0.0', percent: '', teams: ` ${team} ` };
  publishRemote(victim.store, 'mf-chat', '9.0.0-pr.1');
  const form = (await ada.get('/do/canary?remote=mf-chat')).text;
  expect(form).toContain('name="teams"');
  expect(form).not.toContain('pr.1');
  const shown = (await ada.post('/preview/canary', canary)).text;
  expect(shown).toContain(`team ${team} get 2.0.0`);
  await ada.post('/requests/canary', hidden(shown));
  const groups = [{ teams: [team] }];
  expect((await pins()).remotes['mf-chat']?.canary).toEqual({ version: '2.0.0', percent: 0, groups });
  expect((await ada.get('/')).text).toContain(`2.0.0 for team ${team}`);

  const flag = { remote: 'mf-chat', flag: 'polls', audience: 'Only the group below', teams: team };
  expect((await ada.get('/do/flag?remote=mf-chat&flag=polls')).text).toContain('<option selected>polls</option>');
  await ada.post('/requests/flag', hidden((await ada.post('/preview/flag', flag)).text));
  expect((await pins()).flags).toEqual({ 'mf-chat.polls': groups });
  await ada.post('/requests/flag', hidden((await ada.post('/preview/flag', { ...flag, audience: 'Nobody' })).text));
  expect((await pins()).flags).toEqual({ 'mf-chat.polls': [] });
});

/** The values that a browser would send with a form that nobody has filled in, and with these fields. */
const filledIn = (form: string, fields: Readonly<Record<string, string>>) => ({
  ...Object.fromEntries(
    [...form.matchAll(/<input\s[^>]*?name="(\w+)"[^>]*?value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  ),
  ...fields,
});

test('a form in which only a team is filled in gives the version to that team only, and to more only if that is typed', async () => {
  const ada = await page.signIn('ada@atrium.test');
  const form = (await ada.get('/do/canary?remote=mf-chat')).text;
  expect(form).toContain('Leave it empty to give it to the group below only.');
  const version = { version: '2.0.0' };
  const previewed = async (fields: Readonly<Record<string, string>>) =>
    ada.post('/preview/canary', filledIn(form, { ...version, ...fields }));
  const alone = (await previewed({ teams: team })).text;
  expect(alone).toContain(`, team ${team} get 2.0.0`);
  expect(alone).not.toContain('of the browsers');
  expect((await previewed({ teams: team, percent: '10' })).text).toContain('10 % of the browsers and team');
  await ada.post('/requests/canary', hidden(alone));
  expect((await pins()).remotes['mf-chat']?.canary).toMatchObject({ percent: 0, groups: [{ teams: [team] }] });

  const nobody = await previewed({});
  expect([nobody.status, nobody.text]).toEqual([400, expect.stringContaining('Give a share of all browsers, a group')]);
  for (const percent of ['0x10', '1e1', '+5', '9.5']) expect((await previewed({ percent })).status).toBe(400);
  for (const share of ['0x10', '1e1', '+5', '9.5'])
    expect((await previewed({ teams: team, share })).status, share).toBe(400);
});

test('a flag is not turned on for more users than the given group', async () => {
  const ada = await page.signIn('ada@atrium.test');
  for (const audience of ['Everybody', 'As its remote declares it']) {
    const flag = { remote: 'mf-chat', flag: 'polls', audience };
    const both = await ada.post('/preview/flag', { ...flag, teams: team });
    expect([both.status, both.text]).toEqual([400, expect.stringContaining('Choose “Only the group below”')]);
    expect((await ada.post('/preview/flag', flag)).status).toBe(200);
  }
});

test('an invalid group is refused before anything is requested, and so is a flag by an operator without permission', async () => {
  const ada = await page.signIn('ada@atrium.test');
  const flag = { remote: 'mf-chat', flag: 'polls', audience: 'Only the group below' };
  for (const given of [flag, { ...flag, teams: 'Sales' }, { ...flag, audience: 'Friends', teams: team }])
    expect((await ada.post('/preview/flag', given)).status).toBe(400);
  const chris = await page.signIn('chris@atrium.test');
  expect((await chris.get('/')).text).not.toContain('/do/flag');
  expect((await chris.post('/preview/flag', { ...flag, teams: team })).status).toBe(403);
  expect((await pins()).flags).toBeUndefined();
});
