import { afterEach, beforeEach, expect, test } from 'vitest';
import { openVictim, type Victim } from '../testing/attacks/victim.ts';
import { openOperatorPage, type OperatorPageStage } from '../testing/operator-page.ts';
import { openOperatorStage, type OperatorStage, pinChat, rulesOf } from '../testing/operator-stage.ts';
import { newApiKey, writePolicy } from '../release/operators/policy.ts';
import { startPolling } from '../release/commands/operators.ts';

let victim: Victim;
let stage: OperatorStage;
let page: OperatorPageStage;
let stop = async () => {};
const open = async (approvals = 0, env: NodeJS.ProcessEnv = {}) => {
  victim = await openVictim();
  stage = await openOperatorStage(victim, rulesOf(approvals));
  page = await openOperatorPage(victim, env);
  stop = startPolling(await stage.signer(), 20, () => {});
};
beforeEach(() => open());
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
const chat = { remote: 'mf-chat', version: '2.0.0' };

test('an operator sees what a pin changes, requests it, and reads on the next page that it is done', async () => {
  const ada = await page.signIn('ada@atrium.test');
  expect(ada.answer.headers['set-cookie']?.[0]).toMatch(
    /^__Host-atrium-operator=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
  );
  const overview = (await ada.get('/')).text;
  expect(overview).toContain('<title>live – Atrium operators</title>');
  expect(overview).toContain('href="/do/pin?remote=mf-chat"');
  expect((await ada.get('/do/pin?remote=mf-chat')).text).toContain('<option>2.0.0</option>');
  const preview = (await ada.post('/preview/pin', chat)).text;
  expect(preview).toContain('live: mf-chat@2.0.0 (before: 1.0.0)');
  expect(await stage.pinned()).toBe('1.0.0');
  const answer = await ada.post('/requests/pin', hidden(preview));
  expect([answer.status, answer.headers['location']]).toEqual([303, '/requests/1']);
  const shown = (await ada.get('/requests/1')).text;
  expect(shown).toContain('Pin mf-chat to 2.0.0');
  expect(shown).toContain('<span class="state done">Done</span>');
  expect(await stage.edge.served()).toBe('1.0.0 2.0.0');
  expect((await ada.get('/audit')).text).toContain('did request 1 of ada');
});

test('a change of an outdated state is not requested, and the page says so', async () => {
  const ada = await page.signIn('ada@atrium.test');
  const seen = hidden((await ada.post('/preview/pin', chat)).text);
  await victim.release('disable', 'live', 'mf-auth');
  const answer = await ada.post('/requests/pin', seen);
  expect([answer.status, await stage.pinned()]).toEqual([409, '1.0.0']);
  expect(answer.text).toContain(
    'Somebody changed live since you opened this page: number 2 is served now, you saw number 1.',
  );
});

test('a pin that ends a canary shows this on the page and is executed once the operator confirms', async () => {
  await victim.release('canary', 'live', 'mf-chat@2.0.0', '10');
  const ada = await page.signIn('ada@atrium.test');
  expect((await ada.get('/')).text).toContain('aria-label="End canary: mf-chat"');
  const preview = (await ada.post('/preview/pin', { ...chat, version: '3.0.0' })).text;
  expect(preview).toContain('This ends a canary that is running.');
  await ada.post('/requests/pin', hidden(preview));
  expect(await stage.pinned()).toBe('3.0.0');
});

test('with two-person approval the page of the request has buttons for another operator only', async () => {
  await stop();
  page.end();
  victim.end();
  await open(1);
  const [ada, bob] = [await page.signIn('ada@atrium.test'), await page.signIn('bob@atrium.test')];
  const preview = (await ada.post('/preview/pin', chat)).text;
  expect(preview).toContain('Request approval');
  await ada.post('/requests/pin', hidden(preview));
  const own = (await ada.get('/requests/1')).text;
  expect(own).toContain('Take back');
  expect(own).not.toContain('Approve</button>');
  expect((await ada.post('/requests/1/approve')).status).toBe(403);
  expect((await bob.get('/')).text).toContain('needs one more person');
  expect((await bob.post('/requests/1/approve')).headers['location']).toBe('/requests/1');
  expect((await bob.get('/requests/1')).text).toMatch(/<dt>Approved by<\/dt>\s*<dd>bob<\/dd>/);
  expect(await stage.pinned()).toBe('2.0.0');
});

test('roles decide what the page offers, and a stranger sees how to become an operator', async () => {
  const chris = (await (await page.signIn('chris@atrium.test')).get('/')).text;
  expect(chris).toContain('href="/do/canary?remote=mf-chat"');
  expect(chris).not.toContain('href="/do/disable?remote=mf-chat"');
  expect(chris).not.toContain('remote=mf-auth');
  const eve = await page.signIn('eve@atrium.test');
  const answer = await eve.get('/');
  expect(answer.status).toBe(403);
  expect(answer.text).toContain('who is not an operator of live');
  expect(answer.text).not.toContain('1.0.0');
  expect((await eve.post('/preview/pin', chat)).status).toBe(403);
});

test('users who are not signed in sign in first, and continue to the requested page', async () => {
  const answer = await page.send('/do/pin?remote=mf-chat');
  expect(answer.headers['location']).toBe('/sign-in?next=%2Fdo%2Fpin%3Fremote%3Dmf-chat');
  const form = { email: 'ada@atrium.test', password: 'right', next: '/do/pin?remote=mf-chat' };
  const entered = await page.send('/sign-in', { method: 'POST', headers: page.own, form });
  expect(entered.headers['location']).toBe('/do/pin?remote=mf-chat');
  for (const next of ['//evil.test', 'https://evil.test', '/\\evil.test'])
    expect(
      (await page.send('/sign-in', { method: 'POST', headers: page.own, form: { ...form, next } })).headers['location'],
    ).toBe('/');
  const wrong = await page.send('/sign-in', {
    method: 'POST',
    headers: page.own,
    form: { ...form, password: 'wrong' },
  });
  expect([wrong.status, wrong.cookies]).toEqual([400, []]);
  expect(wrong.text).toContain('value="ada@atrium.test"');
});

test.each([
  ['is the one that the nearest proxy saw, not what its caller claims', {}, '203.0.113.9'],
  ['is its own if it is no trusted proxy', { ATRIUM_TRUSTED_PROXIES: '192.0.2.1/32' }, '127.0.0.1'],
])('the address of a sign-in, by which the service limits them, %s', async (_, env, expected) => {
  page.end();
  page = await openOperatorPage(victim, env);
  const headers = { ...page.own, 'x-forwarded-for': '198.51.100.7, 203.0.113.9' };
  const form = { email: 'ada@atrium.test', password: 'wrong' };
  await page.send('/sign-in', { method: 'POST', headers, form });
  expect(page.callers).toEqual([expected]);
});

test('hostile input is shown as text, and a missing field is reported', async () => {
  const ada = await page.signIn('ada@atrium.test');
  const why = '"><script>alert(1)</script>';
  const preview = await ada.post('/preview/disable', { remote: 'mf-chat', why });
  expect(preview.text).not.toContain('<script>alert');
  expect(preview.text).toContain('Reason: &#34;&#62;');
  expect((await ada.post('/preview/pin', { remote: 'mf-chat' })).status).toBe(400);
  expect((await ada.get(`/do/pin?remote=${encodeURIComponent(why)}`)).text).not.toContain('<script>alert');
});

test('a program with a key does the same by the HTTP API', async () => {
  const { text, hash } = newApiKey('deploys');
  const rules = rulesOf();
  const keys = { deploys: { owner: 'chris', hash, roles: ['chat'], expires: '2999-01-01T00:00:00.000Z' } };
  await writePolicy(stage.documents, { ...rules, keys }, stage.key);
  const headers = { authorization: `Bearer ${text}` };
  const state = JSON.parse((await page.send('/api/state', { headers })).text) as {
    set: { serial: number; id: string };
  };
  const answer = await page.send('/api/requests', {
    method: 'POST',
    headers,
    json: { action: pinChat, set: state.set },
  });
  expect([answer.status, JSON.parse(answer.text)]).toEqual([
    201,
    expect.objectContaining({ number: 1, state: 'done', requestedBy: 'chris' }),
  ]);
  const stale = await page.send('/api/requests', {
    method: 'POST',
    headers,
    json: { action: { ...pinChat, version: '3.0.0' }, set: state.set },
  });
  expect([stale.status, JSON.parse(stale.text)]).toEqual([409, expect.objectContaining({ code: 'changed' })]);
  expect(
    (await page.send('/api/requests', { method: 'POST', headers, json: { action: { ...pinChat, do: 'disable' } } }))
      .status,
  ).toBe(400);
  expect((await page.send('/api/requests/7', { headers })).status).toBe(404);
  expect((await page.send('/api/state', { headers: { authorization: `Bearer ${text}x` } })).status).toBe(401);
});

test('the head of the audit trail is at a public address', async () => {
  const ada = await page.signIn('ada@atrium.test');
  await ada.post('/requests/pin', hidden((await ada.post('/preview/pin', chat)).text));
  const { number, hash } = JSON.parse((await page.send('/audit-head.json')).text) as { number: number; hash: string };
  const { output } = await victim.release('audit', 'live', '--verify', '--head', `${number}:${hash}`);
  expect(output).toContain('is intact: 4 lines');
});
