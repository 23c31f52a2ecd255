import { reportReleases } from '@atrium/shared-kernel/contracts/calls/health';
import type { InferInput } from '@atrium/shared-kernel/contracts/define';
import type { Client } from '@atrium/shared-kernel/remote';
import { fromEvent, map, merge, type Observable, type Subscription } from 'rxjs';
import type { FailureReports } from '../remotes/failure.ts';

type Report = InferInput<typeof reportReleases.input>['reports'][number];

interface Health {
  readonly reports: Pick<FailureReports, 'failures$' | 'loads$'>;
  readonly client: Pick<Client, 'call'>;
  /** What nobody caught, those of before included. */
  readonly errors$: Observable<ErrorEvent | PromiseRejectionEvent>;
  readonly page: Pick<Window, 'addEventListener' | 'removeEventListener' | 'navigator'>;
  /** When what was gathered is sent. */
  readonly ticks$: Observable<unknown>;
}

const most = 50;
const longestReason = 300;
const address = /\/assets\/([\w-]+)\/([\w.+-]+)\//;
const apiPath = `/api${reportReleases.path}`;

/** The release whose script an error came from; undefined for one of nobody, as of a browser's extension. */
export const errorReport = (error: unknown, file = ''): Report | undefined => {
  const { stack = '', message = String(error) } = error instanceof Error ? error : {};
  const [, remote, version] = address.exec(stack) ?? address.exec(file) ?? [];
  return remote && version ? { remote, version, kind: 'error', reason: message.slice(0, longestReason) } : undefined;
};

/**
 * Tells the service how versions of remotes fare in this page: loads, failures, and errors that nobody caught. Sent
 * together at each tick and when the page goes; what could not be sent is tried again, the newest first.
 */
export const reportHealth = ({ reports, client, errors$, page, ticks$ }: Health): Subscription => {
  let waiting: Report[] = [];
  const loads$ = reports.loads$.pipe(
    map(({ remote, version, ms }): Report => ({
      remote,
      version,
      kind: 'loaded',
      ms: Math.min(Math.round(ms), 600_000),
    })),
  );
  const failures$ = reports.failures$.pipe(
    map(({ remote, version, phase, reason }): Report => {
      return { remote, version, kind: 'failed', phase, reason: reason.slice(0, longestReason) };
    }),
  );
  const thrown$ = errors$.pipe(
    map((event) => ('reason' in event ? errorReport(event.reason) : errorReport(event.error, event.filename))),
  );
  const gathering = merge(loads$, failures$, thrown$).subscribe((report) => {
    if (report) waiting = [...waiting, report].slice(-most);
  });
  const send = async () => {
    if (waiting.length === 0) return;
    const sent = waiting;
    waiting = [];
    try {
      await client.call(reportReleases, { reports: sent });
    } catch {
      waiting = [...sent, ...waiting].slice(-most);
    }
  };
  gathering.add(ticks$.subscribe(() => void send()));
  gathering.add(
    fromEvent(page, 'pagehide').subscribe(() => {
      if (waiting.length === 0) return;
      const body = new Blob([JSON.stringify({ reports: waiting })], { type: 'application/json' });
      if (page.navigator.sendBeacon(apiPath, body)) waiting = [];
    }),
  );
  return gathering;
};
