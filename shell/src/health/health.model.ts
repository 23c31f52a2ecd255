import { reportReleases } from '@atrium/shared-kernel/contracts/calls/health';
import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { InferInput } from '@atrium/shared-kernel/contracts/define';
import type { Client } from '@atrium/shared-kernel/remote';
import { EMPTY, fromEvent, map, merge, type Observable, type Subscription } from 'rxjs';
import type { FailureReports } from '../remotes/failure.ts';

type AnyReport = InferInput<typeof reportReleases.input>['reports'][number];
/** What a page took, of the release that owns what was waited for. */
export type Vital = Extract<AnyReport, { kind: 'vital' }>;
/** How a version fared in this page. */
type Report = Exclude<AnyReport, Vital>;

interface Health {
  readonly set: Pick<ReleaseSet, 'shell' | 'remotes'>;
  readonly reports: Pick<FailureReports, 'failures$' | 'loads$' | 'faults$'>;
  readonly client: Pick<Client, 'call'>;
  /** What nobody caught, those of before included. */
  readonly errors$: Observable<ErrorEvent | PromiseRejectionEvent>;
  /** What this page took; the last value of each is sent. */
  readonly vitals$: Observable<Vital>;
  readonly page: Pick<Window, 'addEventListener' | 'removeEventListener' | 'document' | 'navigator' | 'fetch'>;
  /** When loads, and failures that were reported before, are sent. */
  readonly ticks$: Observable<unknown>;
}

const most = 50;
const longestReason = 300;
const address = /\/assets\/([\w-]+)\/([\w.+-]+)\//;
const apiPath = `/api${reportReleases.path}`;

/** Versions that a page runs, by the names of their remotes. */
export type Versions = ReadonlyMap<string, string>;

/** The versions that a page runs: the pinned ones, and those that took over. */
export const versionsIn = (
  { shell, remotes }: Pick<ReleaseSet, 'shell' | 'remotes'>,
  loads$: FailureReports['loads$'] = EMPTY,
): Versions => {
  const versions = new Map([shell, ...remotes].map((one) => [one.name, one.version]));
  loads$.subscribe(({ remote, version }) => versions.set(remote, version));
  return versions;
};

/**
 * The release whose script is meant by an address, or is the first in a stack; undefined for one of nobody. An address by
 * content is the same in several versions: it is that of the version in `versions`.
 */
export const releaseOfScript = (text: string, versions: Versions): Pick<Report, 'remote' | 'version'> | undefined => {
  const [, remote, at] = address.exec(text) ?? [];
  const version = at === 'content' ? versions.get(remote ?? '') : at;
  return remote && version ? { remote, version } : undefined;
};

/** What the client threw names the remote that made the call, whose stack does not. */
type Called = Error & { readonly caller?: string };

/** Code of the shell that a remote called fails for that remote. Of several remotes it is the one that was called last. */
const ofStack = (stack: string, versions: Versions) => {
  const all = stack.split('\n').flatMap((line) => releaseOfScript(line, versions) ?? []);
  return all.find(({ remote }) => remote !== 'shell') ?? all[0];
};

/** The release whose script an error came from; undefined for one of nobody, as of a browser's extension. */
export const errorReport = (error: unknown, file: string | undefined, versions: Versions): Report | undefined => {
  const { stack = '', message = String(error), caller } = error instanceof Error ? (error as Called) : {};
  const version = versions.get(caller ?? '');
  const release =
    caller && version
      ? { remote: caller, version }
      : (ofStack(stack, versions) ?? releaseOfScript(file ?? '', versions));
  return release && { ...release, kind: 'error', reason: message.slice(0, longestReason) };
};

/** Sends what outlives the page. False where it is known at once that nothing was sent. */
const sendAtOnce = ({ navigator, fetch }: Health['page'], reports: readonly AnyReport[]): boolean => {
  const text = JSON.stringify({ reports });
  const type = 'application/json';
  if (navigator.sendBeacon?.(apiPath, new Blob([text], { type }))) return true;
  try {
    // A browser without beacons, or one whose own limit for them is used up.
    fetch(apiPath, { method: 'POST', keepalive: true, body: text, headers: { 'content-type': type } })
      // An answer that is not read to its end holds its connection.
      .then((response) => response.body?.cancel())
      .catch(() => {});
    return true;
  } catch {
    return false;
  }
};

/**
 * Tells the service how versions of remotes fare in this page: loads, failures, and errors that nobody caught. The first
 * trouble of each version is told at once, since who meets it may leave; all else together at each tick and when the
 * page goes. What could not be sent is tried again, the newest first. What the page took is sent when it is hidden: by
 * then it is known, and a page that is hidden may not come back.
 */
export const reportHealth = ({ set, reports, client, errors$, vitals$, page, ticks$ }: Health): Subscription => {
  let waiting: Report[] = [];
  const versions = versionsIn(set, reports.loads$);
  const loads$ = reports.loads$.pipe(
    map(({ remote, version, ms }): Report => ({
      remote,
      version,
      kind: 'loaded',
      ms: Math.min(Math.round(ms), 600_000),
    })),
  );
  const failures$ = reports.failures$.pipe(
    map(({ remote, version, phase, reason, cause }): Report => {
      const report = { remote, version, kind: 'failed', phase, reason: reason.slice(0, longestReason) } as const;
      return cause ? { ...report, cause } : report;
    }),
  );
  const faults$ = reports.faults$.pipe(
    map(({ remote, version = versions.get(remote), reason }): Report | undefined =>
      version ? { remote, version, kind: 'error', reason: reason.slice(0, longestReason) } : undefined,
    ),
  );
  const thrown$ = errors$.pipe(
    map((event) =>
      'reason' in event
        ? errorReport(event.reason, undefined, versions)
        : errorReport(event.error, event.filename, versions),
    ),
  );
  const reported = new Set<string>();
  const gathering = merge(loads$, failures$, faults$, thrown$).subscribe((report) => {
    if (!report) return;
    waiting = [...waiting, report].slice(-most);
    const { remote, version, kind } = report;
    const trouble = `${remote}@${version} ${kind}`;
    if (kind === 'loaded' || reported.has(trouble)) return;
    reported.add(trouble);
    // It also stays for the next tick, which hears whether it came: to the service twice is once.
    sendAtOnce(page, waiting);
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
  const vitals = new Map<string, Vital>();
  gathering.add(vitals$.subscribe((vital) => vitals.set(`${vital.remote}@${vital.version} ${vital.metric}`, vital)));
  // The window hears of it after web-vitals, which listens in the capture phase.
  const left$ = merge(fromEvent(page, 'pagehide'), fromEvent(page, 'visibilitychange'));
  gathering.add(
    left$.subscribe(({ type }) => {
      if (type !== 'pagehide' && page.document.visibilityState !== 'hidden') return;
      const all = [...waiting, ...vitals.values()].slice(0, most);
      if (all.length === 0 || !sendAtOnce(page, all)) return;
      waiting = [];
      vitals.clear();
    }),
  );
  return gathering;
};
