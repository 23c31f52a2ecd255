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
  /** The page hung while it was brought to the screen. */
  readonly cause?: 'hang';
  /** The previous good version took over. */
  readonly recovered: boolean;
}

/** What a remote did wrong where nobody waits for it: the screen stays. Without `version`: that which the page runs. */
export interface RemoteFault {
  readonly remote: string;
  readonly version?: string;
  readonly reason: string;
}

/** A module that is on the screen; `ms` since it was asked for. */
export interface RemoteLoad {
  readonly remote: string;
  readonly version: string;
  readonly ms: number;
}

export class PhaseError extends Error {
  override readonly name = 'PhaseError';
  readonly phase: Phase;
  /** A try that hung has used its budget: it is not tried again. */
  readonly timedOut: boolean;
  /** The page hung in it, at earlier loads. */
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

/** Who tells of them is loaded after the first look. */
const remembered = 50;

/** Records uncaught errors of the page from now on, for code that is loaded later. */
export const rememberErrors = (page: Window): Observable<ErrorEvent | PromiseRejectionEvent> => {
  const errors$ = new ReplaySubject<ErrorEvent | PromiseRejectionEvent>(remembered);
  merge(fromEvent<ErrorEvent>(page, 'error'), fromEvent<PromiseRejectionEvent>(page, 'unhandledrejection')).subscribe(
    errors$,
  );
  return errors$;
};

/** How remotes fare: all that loaded, and all that failed with a labelled line for each in the browser's log. */
export const createFailureReports = (log: (line: string) => void): FailureReports => {
  const failures$ = new ReplaySubject<RemoteFailure>(remembered);
  const loads$ = new ReplaySubject<RemoteLoad>(remembered);
  const faults$ = new ReplaySubject<RemoteFault>(remembered);
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
