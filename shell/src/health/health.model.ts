import { reportReleases } from '@atrium/shared-kernel/contracts/calls/health';
import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { InferInput } from '@atrium/shared-kernel/contracts/define';
import type { Client } from '@atrium/shared-kernel/remote';
import { EMPTY, filter, fromEvent, map, merge, type Observable, type Subscription } from 'rxjs';
import type { FailureReports } from '../remotes/failure.ts';

type AnyReport = InferInput<typeof reportReleases.input>['reports'][number];
/** A measurement of this page, attributed to the release that people waited for. */
export type Vital = Extract<AnyReport, { kind: 'vital' }>;
/** How a version of a remote did in this page. */
type Report = Exclude<AnyReport, Vital>;

interface Health {
  readonly set: Pick<ReleaseSet, 'shell' | 'remotes'>;
  readonly reports: Pick<FailureReports, 'failures$' | 'loads$' | 'faults$'>;
  readonly client: Pick<Client, 'call'>;
  /** Uncaught errors, including those from before this subscription. */
  readonly errors$: Observable<ErrorEvent | PromiseRejectionEvent>;
  /** Measurements of this page. Only the last value of each is sent. */
  readonly vitals$: Observable<Vital>;
  readonly page: Pick<Window, 'addEventListener' | 'removeEventListener' | 'document' | 'navigator' | 'fetch'>;
  /** When collected reports are sent. */
  readonly ticks$: Observable<unknown>;
}

const maxReports = 50;
const maxReasonLength = 300;

/** The service stores neither NUL nor half of a surrogate pair, which a cut makes, and refuses all reports with one. */
const reasonOf = (text: unknown): string =>
  String(text)
    .replaceAll(/[\0\ud800-\udfff]/g, '')
    .slice(0, maxReasonLength);

const scriptUrl = /\/assets\/([\w-]+)\/([\w.+-]+)\//;
const apiPath = `/api${reportReleases.path}`;

/** Versions that a page runs, by the names of their remotes. */
export type Versions = ReadonlyMap<string, string>;

/** The versions that a page runs: the pinned ones, and those that replaced a failed one. */
export const versionsIn = (
  { shell, remotes }: Pick<ReleaseSet, 'shell' | 'remotes'>,
  loads$: FailureReports['loads$'] = EMPTY,
): Versions => {
  const versions = new Map([shell, ...remotes].map((one) => [one.name, one.version]));
  loads$.subscribe(({ remote, version }) => versions.set(remote, version));
  return versions;
};

/**
 * The release of the first script URL in a text, such as a URL or a stack. Undefined if there is none. A URL by content
 * is the same in several versions, so it counts for the version in `versions`.
 */
export const releaseOfScript = (text: string, versions: Versions): Pick<Report, 'remote' | 'version'> | undefined => {
  const [, remote, at] = scriptUrl.exec(text) ?? [];
  const version = at === 'content' ? versions.get(remote ?? '') : at;
  return remote && version ? { remote, version } : undefined;
};

/** Errors of the client name the remote that made the call, because their stack does not. */
type Called = Error & { readonly caller?: string };

/**
 * The release that an error's stack points to. Code of the shell that a remote called fails for that remote. If several
 * remotes are involved, it is the one that was called last.
 */
const ofStack = (stack: string, versions: Versions) => {
  const all = stack.split('\n').flatMap((line) => releaseOfScript(line, versions) ?? []);
  return all.find(({ remote }) => remote !== 'shell') ?? all[0];
};

/**
 * Reports an error for the release whose script threw it. Undefined for other scripts, such as those of a browser
 * extension.
 */
export const errorReport = (error: unknown, file: string | undefined, versions: Versions): Report | undefined => {
  const { stack = '', message = String(error), caller } = error instanceof Error ? (error as Called) : {};
  const version = versions.get(caller ?? '');
  const release =
    caller && version
      ? { remote: caller, version }
      : (ofStack(stack, versions) ?? releaseOfScript(file ?? '', versions));
  return release && { ...release, kind: 'error', reason: reasonOf(message) };
};

/** Sends reports in a way that survives the end of the page. False if it is known at once that nothing was sent. */
const sendBeacon = ({ navigator, fetch }: Health['page'], reports: readonly AnyReport[]): boolean => {
  const text = JSON.stringify({ reports });
  const type = 'application/json';
  if (navigator.sendBeacon?.(apiPath, new Blob([text], { type }))) return true;
  try {
    // Some browsers have no beacons, or their limit for them is used up.
    fetch(apiPath, { method: 'POST', keepalive: true, body: text, headers: { 'content-type': type } })
      // A response that is not read to its end keeps its connection busy.
      .then((response) => response.body?.cancel())
      .catch(() => {});
    return true;
  } catch {
    return false;
  }
};

/** The reports of a page: loads, failures, faults and uncaught errors of remotes. */
const collectReports = ({ set, reports, errors$ }: Pick<Health, 'set' | 'reports' | 'errors$'>) => {
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
      const report = { remote, version, kind: 'failed', phase, reason: reasonOf(reason) } as const;
      return cause ? { ...report, cause } : report;
    }),
  );
  const faults$ = reports.faults$.pipe(
    map(({ remote, version = versions.get(remote), reason }): Report | undefined =>
      version ? { remote, version, kind: 'error', reason: reasonOf(reason) } : undefined,
    ),
  );
  const thrown$ = errors$.pipe(
    map((event) =>
      'reason' in event
        ? errorReport(event.reason, undefined, versions)
        : errorReport(event.error, event.filename, versions),
    ),
  );
  return merge(loads$, failures$, faults$, thrown$).pipe(filter((report) => report !== undefined));
};

/**
 * Reports to the service how versions of remotes do in this page: loads, failures and uncaught errors. The first
 * trouble of each version is sent immediately, because people who see it may leave. Everything else is sent together at
 * each tick and when the page is left. What could not be sent is tried again, unless it was refused; of too many, the newest are kept.
 * Measurements are sent when the page is hidden: they are complete by then, and a hidden page may not come back.
 */
export const reportHealth = ({ client, vitals$, page, ticks$, ...sources }: Health): Subscription => {
  let waiting: Report[] = [];
  const reported = new Set<string>();
  const subscription = collectReports(sources).subscribe((report) => {
    waiting = [...waiting, report].slice(-maxReports);
    const { remote, version, kind } = report;
    const trouble = `${remote}@${version} ${kind}`;
    if (kind === 'loaded' || reported.has(trouble)) return;
    reported.add(trouble);
    // It stays for the next tick as well, which learns whether it arrived. The service counts duplicates once.
    sendBeacon(page, waiting);
  });
  const send = async () => {
    if (waiting.length === 0) return;
    const sent = waiting;
    waiting = [];
    try {
      await client.call(reportReleases, { reports: sent });
    } catch (error) {
      // Refused reports would be refused again, together with all later ones.
      if (error instanceof Error && 'status' in error && error.status === 400) return;
      waiting = [...sent, ...waiting].slice(-maxReports);
    }
  };
  subscription.add(ticks$.subscribe(() => void send()));
  const vitals = new Map<string, Vital>();
  subscription.add(vitals$.subscribe((vital) => vitals.set(`${vital.remote}@${vital.version} ${vital.metric}`, vital)));
  // The window gets these events after web-vitals, which listens in the capture phase, so its values are complete.
  const left$ = merge(fromEvent(page, 'pagehide'), fromEvent(page, 'visibilitychange'));
  subscription.add(
    left$.subscribe(({ type }) => {
      if (type !== 'pagehide' && page.document.visibilityState !== 'hidden') return;
      const all = [...waiting, ...vitals.values()].slice(0, maxReports);
      if (all.length === 0 || !sendBeacon(page, all)) return;
      waiting = [];
      vitals.clear();
    }),
  );
  return subscription;
};
