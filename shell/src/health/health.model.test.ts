import { Subject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFailureReports, rememberErrors } from '../remotes/failure.ts';
import { reportHealth } from './health.model.ts';

const calls: unknown[] = [];
let fails = false;
const client = {
  async call(_: unknown, input: unknown) {
    if (fails) throw new Error('offline');
    calls.push(input);
    return {};
  },
};
const beacon = vi.fn<(url: string, body: Blob) => boolean>(() => true);
const page = Object.assign(new EventTarget(), { navigator: { sendBeacon: beacon } }) as unknown as Window;
const reports = createFailureReports(() => {});
const ticks$ = new Subject<void>();
let end = () => {};
const tick = async () => {
  ticks$.next();
  await Promise.resolve();
  await Promise.resolve();
};
const start = (errors$ = rememberErrors(page)) => {
  const running = reportHealth({ reports, client: client as never, errors$, page, ticks$ });
  end = () => running.unsubscribe();
};
beforeEach(() => {
  calls.length = 0;
  fails = false;
  beacon.mockClear();
  start();
});
afterEach(() => end());

const load = (ms: number) => reports.loads$.next({ remote: 'mf-chat', version: '1.0.0', ms });
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

test('loads and failures, also those of before, are sent together, once', async () => {
  load(120.4);
  reports.report(failed as never);
  await tick();
  expect(calls).toEqual([
    {
      reports: [
        { remote: 'mf-chat', version: '1.0.0', kind: 'loaded', ms: 120 },
        { remote: 'mf-teams', version: '2.0.0', kind: 'failed', phase: 'mount', reason: 'no' },
      ],
    },
  ]);
  await tick();
  expect(calls).toHaveLength(1);
});

test('an error that nobody caught is told of the release whose script it came from, and of nobody else', async () => {
  await tick();
  calls.length = 0;
  uncaught(errorAt('/assets/mf-billing/0.3.0/static/a.js'));
  uncaught(errorAt('/extension/a.js'));
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: errorAt('/assets/shell/1.0.0/b.js') }));
  await tick();
  const told = { kind: 'error', reason: 'x is not a function' };
  expect(calls).toEqual([
    {
      reports: [
        { remote: 'mf-billing', version: '0.3.0', ...told },
        { remote: 'shell', version: '1.0.0', ...told },
      ],
    },
  ]);
});

test('what could not be sent is tried again, and no more than 50 wait', async () => {
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

test('an error from before anybody told of errors is told, too', async () => {
  end();
  const errors$ = rememberErrors(page);
  uncaught(errorAt('/assets/mf-chat/1.2.3/static/page.js'));
  start(errors$);
  await tick();
  expect(calls.at(-1)).toMatchObject({
    reports: expect.arrayContaining([
      { remote: 'mf-chat', version: '1.2.3', kind: 'error', reason: 'x is not a function' },
    ]) as unknown,
  });
});
