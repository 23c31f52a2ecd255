import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writePolicy } from '../../release/operators/policy.ts';
import { openOperatorPage, type OperatorPageStage } from '../operator-page.ts';
import { openOperatorStage, type OperatorStage, pinChat, rulesOf } from '../operator-stage.ts';
import { openVictim, type Victim } from './victim.ts';

/** A script on the product's origin, in the browser of a signed-in operator, tries to act on the operator's behalf. */
let victim: Victim;
let stage: OperatorStage;
let page: OperatorPageStage;
let ada: Awaited<ReturnType<OperatorPageStage['signIn']>>;
beforeAll(async () => {
  victim = await openVictim();
  stage = await openOperatorStage(victim);
  page = await openOperatorPage(victim);
});
beforeEach(async () => {
  ada = await page.signIn('ada@atrium.test');
});
afterAll(() => {
  page.end();
  victim.end();
});

const product = 'http://localhost:8080';
const pin = { remote: 'mf-chat', version: '2.0.0' };
const filed = async () => (await stage.documents.list('requests/live/')).length;
const base = async () => {
  const { serial, id } = await stage.base();
  return { serial: String(serial), set: id };
};

test('without an attack: the same form of the operator page is accepted', async () => {
  expect((await ada.post('/preview/pin', pin)).status).toBe(200);
});

describe('a form is refused', () => {
  // Browsers send the cookie with requests from the same site, and another port of the same host is the same site.
  test.each<[string, Record<string, string>]>([
    ['of the product’s page', { origin: product, 'sec-fetch-site': 'same-site' }],
    ['of a stranger’s page', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
    ['of a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['without an origin', {}],
    ['with a false value in one of two headers', { origin: '', 'sec-fetch-site': 'same-site' }],
  ])('%s', async (_, headers) => {
    const before = await filed();
    for (const path of ['/requests/pin', '/preview/pin', '/requests/1/approve', '/sign-out', '/sign-in'])
      expect((await ada.post(path, { ...pin, ...(await base()) }, headers)).status, path).toBe(403);
    expect([await filed(), await stage.pinned()]).toEqual([before, '1.0.0']);
    expect((await ada.get('/')).status).toBe(200);
  });

  test('with the token of another session', async () => {
    const other = await page.signIn('bob@atrium.test');
    const before = await filed();
    expect((await ada.post('/requests/pin', { ...pin, ...(await base()), token: other.token })).status).toBe(403);
    expect((await ada.post('/requests/pin', { ...pin, ...(await base()), token: '' })).status).toBe(403);
    expect(await filed()).toBe(before);
  });

  test('as JSON or plain text, which pages may send to other origins', async () => {
    for (const type of ['application/json', 'text/plain'])
      expect((await ada.post('/requests/pin', pin, { ...page.own, 'content-type': type })).status).toBe(415);
  });

  test('without a session, or with the cookie of the product', async () => {
    const before = await filed();
    for (const cookie of ['', 'atrium_session=abc', '__Host-atrium-operator=guessed']) {
      const headers = { ...page.own, cookie };
      const answer = await page.send('/requests/pin', { method: 'POST', headers, form: { ...pin, ...(await base()) } });
      expect(answer.headers['location']).toBe('/sign-in?next=%2F');
    }
    expect(await filed()).toBe(before);
  });
});

describe('a page of operators', () => {
  test('is not shown in a frame, by its policy and an older header', async () => {
    for (const path of ['/', '/sign-in', '/do/pin?remote=mf-chat', '/healthz']) {
      const { headers } = await ada.get(path);
      expect(headers['content-security-policy'], path).toMatch(
        /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
      );
      expect(headers['content-security-policy'], path).not.toMatch(/unsafe|https?:|\*/);
      expect(headers['x-frame-options'], path).toBe('DENY');
    }
  });

  test.each(['iframe', 'script', 'image', 'empty', 'object', 'style'])(
    'is refused as %s of the product’s page',
    async (dest) => {
      for (const site of ['same-site', 'cross-site']) {
        const headers = {
          cookie: ada.cookie,
          'sec-fetch-site': site,
          'sec-fetch-mode': 'no-cors',
          'sec-fetch-dest': dest,
        };
        const answer = await page.send('/', { headers });
        expect(answer.status).toBe(403);
        expect(answer.text).not.toContain('mf-chat');
      }
    },
  );

  test('shares no window with the page that opened it', async () => {
    const headers = {
      cookie: ada.cookie,
      'sec-fetch-site': 'same-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    const answer = await page.send('/do/pin?remote=mf-chat', { headers });
    expect([answer.status, answer.headers['cross-origin-opener-policy']]).toEqual([200, 'same-origin']);
  });

  test('cannot be read by a fetch: no answer allows another origin', async () => {
    for (const path of ['/', '/api/state', '/audit-head.json', '/sign-in']) {
      const { headers } = await page.send(path, { headers: { cookie: ada.cookie, origin: product } });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    }
    const preflight = { origin: product, 'access-control-request-method': 'POST', 'sec-fetch-site': 'same-site' };
    expect((await page.send('/requests/pin', { method: 'OPTIONS', headers: preflight })).status).toBe(405);
  });

  test('is refused under another name that resolves to this machine', async () => {
    const answer = await page.send('/', { headers: { host: 'evil.test', cookie: ada.cookie } });
    expect([answer.status, answer.text]).toEqual([421, `The operator page is at ${page.origin}.\n`]);
  });

  test('changes nothing when it is opened by a link', async () => {
    const before = await filed();
    for (const path of [
      '/requests/pin?remote=mf-chat&version=2.0.0',
      '/requests/1/approve',
      '/preview/pin',
      '/sign-out',
    ])
      expect((await ada.get(path)).status, path).toBe(404);
    expect(await filed()).toBe(before);
  });
});

describe('the HTTP API is refused', () => {
  test('with a session of the page, and with keys that were never issued', async () => {
    const keys = [
      '',
      'atrium_ci_x',
      `atrium_ci_${'A'.repeat(43)}`,
      `atrium_constructor_${'A'.repeat(43)}`,
      `atrium_old_${'A'.repeat(43)}`,
    ];
    for (const key of keys) {
      const headers = { cookie: ada.cookie, ...page.own, authorization: `Bearer ${key}` };
      const answer = await page.send('/api/requests', { method: 'POST', headers, json: { action: pinChat } });
      expect(answer.status, key).toBe(401);
    }
  });
});

test('a session whose user was removed from the operators is refused', async () => {
  const { ada: _, ...people } = rulesOf().people;
  await writePolicy(stage.documents, { ...rulesOf(), people }, stage.key);
  expect((await ada.get('/')).status).toBe(403);
  expect((await ada.post('/requests/pin', { ...pin, ...(await base()) })).status).toBe(403);
  expect((await ada.get('/audit')).status).toBe(403);
});
