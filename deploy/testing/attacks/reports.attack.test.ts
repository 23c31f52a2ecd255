import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createReportTokens } from '../../edge/report-token.ts';
import { networkAddress, reportKey, startReportStage } from './report-stage.ts';

/** Everybody may send reports. An attack succeeds if a good canary ends, or if a failing one stays. */
let stage: Awaited<ReturnType<typeof startReportStage>>;
let version = '';
const failed = () => ({ remote: 'mf-a', version, kind: 'failed', phase: 'expose', reason: 'broken' });
const loaded = () => ({ remote: 'mf-a', version, kind: 'loaded', ms: 90 });
const times = <T>(count: number, run: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => run(at)));

beforeAll(async () => {
  stage = await startReportStage();
}, 120_000);
beforeEach(async () => {
  version = await stage.canary();
});
afterAll(() => stage.end());

const nothing = { browsers: 0, troubled: 0, isOver: false };
const once = { browsers: 1, troubled: 1, isOver: false };
/** What is counted for the canary, and whether the watch ends it now. */
const outcome = async () => ({ ...(await stage.counted(version)), isOver: await stage.isOver() });

test('without an attack: ten browsers that got a broken canary and our page end it', async () => {
  await times(10, async (at) => stage.post(await stage.browser(), [failed()], { from: networkAddress(at) }));
  expect(await outcome()).toEqual({ browsers: 10, troubled: 10, isOver: true });
});

test('reports without a token are not counted', async () => {
  const answers = await times(40, (at) => stage.post('', [failed()], { from: networkAddress(at) }));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {}']));
  expect(await outcome()).toEqual(nothing);
});

test('reports with an invented token are not counted', async () => {
  const made = ['x', '', 'AAAAAAAAAAAAAAAA.7.zzzzzz.', `${'A'.repeat(16)}.7.zzzzzz.${'A'.repeat(43)}`, '%00', '../..'];
  await times(40, (at) => stage.post(`atrium_report=${made[at % made.length]}`, [failed()]));
  expect(await outcome()).toEqual(nothing);
});

test('reports with a token of another key are not counted', async () => {
  const foreign = createReportTokens('a key that somebody guessed', 'local');
  await times(40, () =>
    stage.post(foreign.cookieFor(stage.cohort(true), undefined, false).split(';')[0] ?? '', [failed()]),
  );
  expect(await outcome()).toEqual(nothing);
});

test('reports with a token of another environment are not counted, even if its edges share the key', async () => {
  const staging = createReportTokens(reportKey, 'staging');
  await times(40, () =>
    stage.post(staging.cookieFor(stage.cohort(true), undefined, false).split(';')[0] ?? '', [failed()]),
  );
  expect(await outcome()).toEqual(nothing);
});

test('reports with an expired token are not counted', async () => {
  const eightDaysAgo = () => Date.now() - 8 * 24 * 60 * 60 * 1000;
  const old = createReportTokens(reportKey, 'local', eightDaysAgo);
  await times(40, () =>
    stage.post(old.cookieFor(stage.cohort(true), undefined, false).split(';')[0] ?? '', [failed()]),
  );
  expect(await outcome()).toEqual(nothing);
});

test('reports with a token that was changed to another identity are not counted', async () => {
  const own = await stage.browser();
  await times(40, (at) =>
    stage.post(own.replace(/atrium_report=[\w-]{16}/, `atrium_report=${String(at).padStart(16, 'A')}`), [failed()]),
  );
  expect(await outcome()).toEqual(nothing);
});

test('reports with a token that was extended are not counted', async () => {
  const own = await stage.browser();
  await times(40, () => stage.post(own.replace(/\.[0-9a-z]+(\.[\w-]{43})/, '.zzzzzzz$1'), [failed()]));
  expect(await outcome()).toEqual(nothing);
});

test('a browser that does not get the canary cannot report about it, not even with a cohort that it writes into its token', async () => {
  const other = await stage.browser(false);
  await times(20, () => stage.post(other, [failed()]));
  const written = other.replace(/(atrium_report=[\w-]{16}\.)\d+/, `$1${stage.cohort(true)}`);
  await times(20, () => stage.post(written, [failed()]));
  expect(await outcome()).toEqual(nothing);
});

test('one browser that reports a hundred times counts once', async () => {
  const own = await stage.browser();
  await times(100, () => stage.post(own, [failed(), failed(), { ...failed(), kind: 'error' }]));
  expect(await outcome()).toEqual(once);
});

test('a browser with many invented tokens in one request counts once', async () => {
  const tokens = await times(5, () => stage.browser());
  const reports = Array.from({ length: 50 }, failed);
  await times(20, () => stage.post(tokens.join('; '), reports));
  expect(await outcome()).toEqual(once);
});

test('an identity that a browser invents is not passed on, however it is written', async () => {
  const own = await stage.browser();
  const name = (at: number) => ({ 'X-Atrium-Reporter': `somebody-else-${at}` });
  await times(20, (at) => stage.post('', [failed()], { headers: name(at) }));
  await times(20, (at) => stage.post(own, [failed()], { headers: name(at) }));
  for (const path of [
    '/api/%72eportReleases',
    '/api/reportReleases?a=1',
    '/api//reportReleases',
    '/api/reportReleases/',
  ])
    await times(5, (at) => stage.post('', [failed()], { path, headers: name(at) }));
  expect(await outcome()).toEqual(once);
});

test('versions that are not served are not counted at all', async () => {
  const own = await stage.browser();
  const others = ['9.9.9', '1.0.0-w.1', '2.0.0'].flatMap((other) =>
    ['mf-a', 'mf-b', 'shell'].map((remote) => ({ ...failed(), remote, version: other })),
  );
  await stage.post(own, others);
  for (const other of ['9.9.9', '1.0.0-w.1', '2.0.0'])
    expect(await stage.counted(other)).toEqual({ browsers: 0, troubled: 0 });
  expect(await outcome()).toEqual(nothing);
});

test('a page of another site cannot make a browser report', async () => {
  const own = await stage.browser();
  const answer = await stage.post(own, [failed()], { headers: { origin: 'https://evil.example' } });
  expect(answer.status).toBe(403);
  expect(await outcome()).toEqual(nothing);
});

test('sixty new browsers of one network do not end a canary that works for hundreds elsewhere', async () => {
  await stage.honest(620, loaded());
  await times(60, async (at) => {
    const from = `127.200.7.${at + 1}`;
    await stage.post(await stage.browser(true, from), [failed()], { from });
  });
  expect(await outcome()).toEqual({ browsers: 632, troubled: 12, isOver: false });
}, 120_000);

test('sixty new browsers of one network do not hide a failing canary', async () => {
  await times(60, async (at) => {
    const from = `127.200.8.${at + 1}`;
    await stage.post(await stage.browser(true, from), [loaded()], { from });
  });
  await stage.honest(10, failed(), 4000);
  expect(await outcome()).toEqual({ browsers: 22, troubled: 10, isOver: true });
});

test('a failure cannot be undone by reporting loads after it', async () => {
  const cookies = await times(10, () => stage.browser());
  await times(10, (at) => stage.post(cookies[at] ?? '', [failed()], { from: networkAddress(at) }));
  await times(10, (at) =>
    stage.post(cookies[at] ?? '', Array.from({ length: 50 }, loaded), { from: networkAddress(at) }),
  );
  expect(await stage.isOver()).toBe(true);
});

test('texts of reports are shown as text, on the page of operators and in a terminal', async () => {
  const reason = '<script>alert(1)</script><img src=x onerror=alert(2)>"\'\u001B[2J\u0007\u202Egnp\nlive: all is well';
  await stage.post(await stage.browser(), [{ ...failed(), reason }]);
  const page = (await stage.send({ path: '/operator' })).text;
  expect(page).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
  // The head is the page's own, with the one script that its policy names by hash.
  expect(page.slice(page.indexOf('</head>'))).not.toMatch(/<script|<img|onerror=alert\(2\)>"/);
  expect(page.match(/<script/g)).toHaveLength(1);
  const view = JSON.parse((await stage.send({ path: '/operator.json' })).text) as object;
  expect(JSON.stringify(view)).not.toMatch(/\\u001b|\\u0007|\\n|\u202E/);
  expect(await outcome()).toEqual(once);
});

test('reports that are too large, or empty, are refused, and the next ones are accepted', async () => {
  const own = await stage.browser();
  const large = JSON.stringify({ reports: [{ ...failed(), reason: 'x'.repeat(200_000) }] });
  expect((await stage.post(own, [], { body: large })).status).toBe(413);
  for (const body of ['', '{', '[]', '{"reports":[{}]}', '{"reports":[],"x":1}'])
    expect((await stage.post(own, [], { body })).status, body).toBe(400);
  expect(await outcome()).toEqual(nothing);
  await stage.post(own, [failed()]);
  expect(await outcome()).toEqual(once);
});
