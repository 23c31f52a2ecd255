import { fromEvent, merge, type Observable, ReplaySubject } from 'rxjs';

/** Where a remote failed: its entry script, an exposed module, its mount, or while it rendered. */
export type Phase = 'entry' | 'expose' | 'mount' | 'render';

/** A failure of one remote, typed for the panel and the report. */
export interface RemoteFailure {
  readonly remote: string;
  readonly version: string;
  readonly expose: string;
  readonly phase: Phase;
  readonly reason: string;
  /** The page hung while the module was starting. */
  readonly cause?: 'hang';
  /** The previous good version took over. */
  readonly recovered: boolean;
}

/** A fault of a remote that leaves the screen as it is. Without `version`, it is the version that the page runs. */
export interface RemoteFault {
  readonly remote: string;
  readonly version?: string;
  readonly reason: string;
}

/** A module that was mounted, `ms` milliseconds after it was requested. */
export interface RemoteLoad {
  readonly remote: string;
  readonly version: string;
  readonly ms: number;
}

export class PhaseError extends Error {
  override readonly name = 'PhaseError';
  readonly phase: Phase;
  /** The attempt has used up its budget, so it is not repeated. */
  readonly timedOut: boolean;
  /** The page hung in this release in earlier loads. */
  readonly hung: boolean;

  constructor(phase: Phase, cause: unknown, timedOut = false, hung = false) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.phase = phase;
    this.timedOut = timedOut;
    this.hung = hung;
  }
}

export interface FailureReports {
  readonly failures$: Observable<RemoteFailure>;
  readonly loads$: Observable<RemoteLoad>;
  readonly faults$: Observable<RemoteFault>;
  readonly report: (failure: RemoteFailure) => void;
  readonly loaded: (load: RemoteLoad) => void;
  readonly fault: (fault: RemoteFault) => void;
}

/** How many entries are replayed to the health reports, which are loaded after the first screen. */
const replayed = 50;

/** Records uncaught errors of the page from now on, for code that is loaded later. */
export const recordErrors = (page: Window): Observable<ErrorEvent | PromiseRejectionEvent> => {
  const errors$ = new ReplaySubject<ErrorEvent | PromiseRejectionEvent>(replayed);
  merge(fromEvent<ErrorEvent>(page, 'error'), fromEvent<PromiseRejectionEvent>(page, 'unhandledrejection')).subscribe(
    errors$,
  );
  return errors$;
};

/** Records the loads, failures and faults of remotes. Failures and faults are logged as one labeled line each. */
export const createFailureReports = (log: (line: string) => void): FailureReports => {
  const failures$ = new ReplaySubject<RemoteFailure>(replayed);
  const loads$ = new ReplaySubject<RemoteLoad>(replayed);
  const faults$ = new ReplaySubject<RemoteFault>(replayed);
  return {
    failures$,
    loads$,
    faults$,
    fault(fault) {
      log(`${fault.remote} ${fault.reason}`);
      faults$.next(fault);
    },
    loaded: (load) => loads$.next(load),
    report(failure) {
      const { remote, version, expose, phase, reason, recovered } = failure;
      const outcome = recovered ? ' The previous version took over.' : '';
      log(`${remote}@${version} ${expose} failed in phase ${phase}: ${reason}.${outcome}`);
      failures$.next(failure);
    },
  };
};
