import { Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { release, releaseSet } from '../testing/release.ts';
import { createFailureReports, recordErrors } from '../remotes/failure.ts';
import { reportOnEarlyLeave } from './early-leave.ts';
import { reportHealth, type Vital } from './health.model.ts';

const calls: unknown[] = [];
let fails = false;
let refused = false;
const client = {
  async call(_: unknown, input: unknown) {
    if (refused) throw Object.assign(new Error('refused'), { name: 'CallError', status: 400 });
    if (fails) throw new Error('offline');
    calls.push(input);
    return {};
  },
};
const beacon = vi.fn<(url: string, body: Blob) => boolean>(() => true);
const fetched = vi.fn<(url: string, options: RequestInit) => Promise<Response>>(async () => new Response('{}'));
const shown = { visibilityState: 'visible' };
const page = Object.assign(new EventTarget(), {
  document: shown,
  navigator: { sendBeacon: beacon },
  fetch: fetched,
}) as unknown as Window;
const beaconed = async () =>
  Promise.all(beacon.mock.calls.map(async ([, body]) => JSON.parse(await body.text()) as { reports: object[] }));
let reports = createFailureReports(() => {});
const set = releaseSet(release('mf-chat', '1.0.0'), release('mf-teams', '2.0.0'));
const ticks$ = new Subject<void>();
const vitals$ = new Subject<Vital>();
let end = () => {};
const tick = async () => {
  ticks$.next();
  await Promise.resolve();
  await Promise.resolve();
};
const start = (errors$ = recordErrors(page)) => {
  const running = reportHealth({ set, reports, client: client as never, errors$, vitals$, page, ticks$ });
  end = () => running.unsubscribe();
};
beforeEach(() => {
  calls.length = 0;
  fails = false;
  beacon.mockReset().mockReturnValue(true);
  fetched.mockClear();
  reports = createFailureReports(() => {});
  start();
});
afterEach(() => end());

const load = (ms: number) => reports.loaded({ remote: 'mf-chat', version: '1.0.0', ms });
const failed = {
  remote: 'mf-teams',
  version: '2.0.0',
  expose: './page',
  phase: 'mount',
  reason: 'no',
  recovered: true,
};
const errorAt = (file: string) => {
  const error = new Error('x is not a function');
  error.stack = `Error: x\n    at run (https://atrium.test${file}:1:200)`;
  return error;
};
const uncaught = (error: unknown) => page.dispatchEvent(Object.assign(new Event('error'), { error, filename: '' }));

const failure = { remote: 'mf-teams', version: '2.0.0', kind: 'failed', phase: 'mount', reason: 'no' };

test('loads are sent together, once', async () => {
  load(120.4);
  load(80);
  await tick();
  expect(calls).toEqual([
    {
      reports: [
        { remote: 'mf-chat', version: '1.0.0', kind: 'loaded', ms: 120 },
        { remote: 'mf-chat', version: '1.0.0', kind: 'loaded', ms: 80 },
      ],
    },
  ]);
  await tick();
  expect(calls).toHaveLength(1);
  expect(beacon).not.toHaveBeenCalled();
});

test('a failure is reported at once, with the loads before it: its user may leave within seconds', async () => {
  load(7);
  reports.report(failed as never);
  const report = { reports: [{ remote: 'mf-chat', version: '1.0.0', kind: 'loaded', ms: 7 }, failure] };
  expect(await beaconed()).toEqual([report]);
  // A beacon that is lost, as offline, is repeated by a call whose outcome is known.
  fails = true;
  await tick();
  fails = false;
  await tick();
  expect(calls).toEqual([report]);
});

test('a release that hung the page is reported with that cause', async () => {
  reports.report({ ...failed, version: '2.9.0', cause: 'hang' } as never);
  expect((await beaconed()).at(-1)).toEqual({ reports: [{ ...failure, version: '2.9.0', cause: 'hang' }] });
});

test('a failure from before the reporter was loaded is reported at once, too', async () => {
  end();
  reports.report({ ...failed, version: '3.0.0' } as never);
  beacon.mockClear();
  start();
  expect((await beaconed()).flatMap((one) => one.reports)).toContainEqual({ ...failure, version: '3.0.0' });
});

test('the same trouble again waits for the others: it counts once', async () => {
  for (let at = 0; at < 5; at += 1) reports.report({ ...failed, version: '4.0.0' } as never);
  expect(beacon).toHaveBeenCalledTimes(1);
  await tick();
  expect(calls).toEqual([{ reports: Array.from({ length: 5 }, () => ({ ...failure, version: '4.0.0' })) }]);
});

test.each([
  ['has none', () => Object.assign(page.navigator, { sendBeacon: undefined })],
  ['takes no more of them', () => beacon.mockReturnValue(false)],
])('where a browser %s, a request that outlives the page is sent instead of a beacon', async (_, arrange) => {
  arrange();
  reports.report({ ...failed, version: `5.0.${_.length}` } as never);
  Object.assign(page.navigator, { sendBeacon: beacon });
  const [address, options] = fetched.mock.calls[0] ?? [];
  expect(address).toBe('/api/reportReleases');
  expect(options).toMatchObject({ method: 'POST', keepalive: true, headers: { 'content-type': 'application/json' } });
});

test('an uncaught error is attributed to the release whose script it came from, and to no other', async () => {
  await tick();
  calls.length = 0;
  uncaught(errorAt('/assets/mf-billing/0.3.0/static/a.js'));
  uncaught(errorAt('/extension/a.js'));
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: errorAt('/assets/shell/1.0.0/b.js') }));
  const report = { kind: 'error', reason: 'x is not a function' };
  const both = [
    { remote: 'mf-billing', version: '0.3.0', ...report },
    { remote: 'shell', version: '1.0.0', ...report },
  ];
  expect(await beaconed()).toEqual([{ reports: both.slice(0, 1) }, { reports: both }]);
});

test('an error in code of the shell is that of the remote which called it last, or made the call that failed', async () => {
  await tick();
  calls.length = 0;
  const called = errorAt('/assets/shell/1.0.0/b.js');
  called.stack += `\n    at press (https://atrium.test/assets/mf-chat/content/a.js:1:2)`;
  called.stack += `\n    at open (https://atrium.test/assets/mf-teams/content/a.js:1:2)`;
  uncaught(called);
  uncaught(Object.assign(errorAt('/assets/shell/1.0.0/c.js'), { caller: 'mf-teams' }));
  const sent = (await beaconed()).at(-1)?.reports as { remote: string; version: string }[];
  expect(sent.map(({ remote, version }) => `${remote}@${version}`)).toEqual(['mf-chat@1.0.0', 'mf-teams@2.0.0']);
});

test('a harmless fault of a remote is reported as its error, for the version that the page runs', async () => {
  await tick();
  calls.length = 0;
  reports.fault({ remote: 'mf-chat', reason: 'broke a contract' });
  reports.fault({ remote: 'mf-teams', version: '1.9.0', reason: './page threw: no' });
  reports.fault({ remote: 'mf-nobody', reason: 'is not there' });
  expect((await beaconed()).at(-1)?.reports).toEqual([
    { remote: 'mf-chat', version: '1.0.0', kind: 'error', reason: 'broke a contract' },
    { remote: 'mf-teams', version: '1.9.0', kind: 'error', reason: './page threw: no' },
  ]);
});

test('an error in a file that versions share is attributed to the version that this page runs', async () => {
  await tick();
  calls.length = 0;
  const shared = (name: string) => errorAt(`/assets/${name}/content/static/js/a.01234567.js`);
  for (const name of ['mf-teams', 'shell', 'mf-nobody']) uncaught(shared(name));
  reports.loaded({ remote: 'mf-teams', version: '1.9.0', ms: 3 });
  uncaught(shared('mf-teams'));
  const sent = (await beaconed()).at(-1)?.reports as { remote: string; version: string; kind: string }[];
  expect(sent.filter(({ kind }) => kind === 'error').map(({ remote, version }) => `${remote}@${version}`)).toEqual([
    'mf-teams@2.0.0',
    'shell@1.0.0',
    'mf-teams@1.9.0',
  ]);
});

test('failed reports are sent again, and at most 50 are queued', async () => {
  await tick();
  calls.length = 0;
  fails = true;
  for (let ms = 1; ms <= 60; ms += 1) load(ms);
  await tick();
  fails = false;
  await tick();
  const [{ reports: sent } = { reports: [] }] = calls as { reports: { ms: number }[] }[];
  expect(sent.map(({ ms }) => ms)).toEqual(Array.from({ length: 50 }, (_, at) => at + 11));
});

test.each([
  ['with NUL', 'Unexpected token \0', 'Unexpected token '],
  ['with an emoji where it is cut', `${'x'.repeat(299)}😀`, 'x'.repeat(299)],
  ['that is no text', { status: 500 }, '[object Object]'],
])('an error message %s is reported in a form that the service accepts', async (_, message, reason) => {
  const error = errorAt('/assets/mf-chat/1.0.0/a.js');
  uncaught(Object.assign(error, { message }));
  await tick();
  expect(calls).toEqual([{ reports: [{ remote: 'mf-chat', version: '1.0.0', kind: 'error', reason }] }]);
});

test('refused reports are not sent again, so later ones arrive', async () => {
  refused = true;
  load(1);
  await tick();
  refused = false;
  load(2);
  await tick();
  expect(calls).toEqual([{ reports: [{ remote: 'mf-chat', version: '1.0.0', kind: 'loaded', ms: 2 }] }]);
});

test('a page that goes sends what is left', async () => {
  await tick();
  load(7);
  page.dispatchEvent(new Event('pagehide'));
  const [url, body] = beacon.mock.calls[0] ?? [];
  expect(url).toBe('/api/reportReleases');
  expect(body?.type).toBe('application/json');
  expect(JSON.parse((await body?.text()) ?? '')).toEqual({
    reports: [{ remote: 'mf-chat', version: '1.0.0', kind: 'loaded', ms: 7 }],
  });
});

describe('what the page took', () => {
  const inp: Vital = { remote: 'mf-chat', version: '1.0.0', kind: 'vital', metric: 'inp', value: 90 };
  const lcp: Vital = { ...inp, metric: 'lcp', value: 1200 };
  const hide = () => page.dispatchEvent(new Event('visibilitychange'));
  beforeEach(async () => {
    await tick();
    calls.length = 0;
    beacon.mockClear();
    shown.visibilityState = 'hidden';
  });
  afterEach(() => {
    shown.visibilityState = 'visible';
  });

  test('is sent when the page is hidden, once, with the last value of each', async () => {
    vitals$.next(inp);
    vitals$.next(lcp);
    vitals$.next({ ...inp, value: 120 });
    await tick();
    shown.visibilityState = 'visible';
    hide();
    expect([calls, beacon.mock.calls]).toEqual([[], []]);
    shown.visibilityState = 'hidden';
    hide();
    page.dispatchEvent(new Event('pagehide'));
    expect(await beaconed()).toEqual([{ reports: [{ ...inp, value: 120 }, lcp] }]);
  });

  test('is sent where it is known only after the page began to go', async () => {
    page.dispatchEvent(new Event('pagehide'));
    vitals$.next(inp);
    hide();
    expect(await beaconed()).toEqual([{ reports: [inp] }]);
  });

  test('pushes no trouble out, and waits for the next time where nothing can be sent', async () => {
    fails = true;
    for (let ms = 1; ms <= 50; ms += 1) load(ms);
    vitals$.next(inp);
    hide();
    expect((await beaconed())[0]?.reports).toHaveLength(50);
    beacon.mockClear().mockReturnValue(false);
    fetched.mockImplementationOnce(() => {
      throw new Error('too large');
    });
    vitals$.next(lcp);
    hide();
    beacon.mockClear().mockReturnValue(true);
    hide();
    expect((await beaconed()).flatMap(({ reports }) => reports)).toContainEqual(lcp);
  });
});

test('loads of a page that closes before the reporter was loaded are still reported', async () => {
  end();
  const early = reportOnEarlyLeave(page, reports.loads$);
  page.dispatchEvent(new Event('pagehide'));
  load(7);
  page.dispatchEvent(new Event('pagehide'));
  expect(await beaconed()).toEqual([{ reports: [{ remote: 'mf-chat', version: '1.0.0', kind: 'loaded' }] }]);
  early.unsubscribe();
});

test('an error from before the reporter was loaded is reported, too', async () => {
  end();
  const errors$ = recordErrors(page);
  uncaught(errorAt('/assets/mf-chat/1.2.3/static/page.js'));
  start(errors$);
  expect((await beaconed()).flatMap((one) => one.reports)).toContainEqual({
    remote: 'mf-chat',
    version: '1.2.3',
    kind: 'error',
    reason: 'x is not a function',
  });
});

test('answers to a browser without beacons keep no connection open', async () => {
  const answer = new Response('{}');
  const cancel = vi.spyOn(answer.body!, 'cancel');
  fetched.mockResolvedValueOnce(answer);
  beacon.mockReturnValue(false);
  reports.report({ ...failed, version: '6.0.0' } as never);
  await expect.poll(() => cancel.mock.calls.length).toBe(1);
});
