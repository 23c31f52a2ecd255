import type { Release, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { Behavior, Client, Host } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, type Observable } from 'rxjs';
import { type BusRecord, createBusRecord } from '../bus-inspector/bus-record.ts';
import type { Watched } from '../composition/module.model.ts';
import { errorReport, versionsIn } from '../health/health.model.ts';
import type { FailureReports } from '../remotes/failure.ts';

/** A mounted module of a remote. */
export interface Part {
  readonly id: number;
  readonly release: Release;
  /** Without its leading `./`. */
  readonly expose: string;
  readonly element: HTMLElement;
}

/** A call from a remote to the service. */
export interface CallEntry {
  readonly id: number;
  readonly remote: string;
  readonly call: string;
  /** Milliseconds since the record started. */
  readonly at: number;
  /** Undefined while it runs. */
  readonly ms?: number;
  /** Undefined while it runs and if it succeeded. */
  readonly failure?: string;
}

/** A failure of a remote, or an uncaught error in its scripts. */
export interface ErrorEntry {
  readonly id: number;
  readonly remote: string;
  readonly version: string;
  readonly text: string;
}

/** Records what the remotes of this page do, for developers. */
export interface PartRecord {
  readonly bus: BusRecord;
  readonly parts$: Behavior<readonly Part[]>;
  /** The newest entry is last. The oldest are dropped. */
  readonly calls$: Behavior<readonly CallEntry[]>;
  readonly errors$: Behavior<readonly ErrorEntry[]>;
  /** Wraps the host for one module, so that its events and calls are recorded under its remote. */
  readonly watch: (host: Host, of: Watched) => Host;
  /** Removes parts that have left the page. */
  readonly prune: () => void;
  readonly follow: (
    set: ReleaseSet,
    reports: Pick<FailureReports, 'failures$' | 'loads$'>,
    errors$: Observable<ErrorEvent | PromiseRejectionEvent>,
  ) => void;
}

const maxEntries = 500;
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** A list of entries that drops the oldest. */
const createList = <Entry extends { readonly id: number }>() => {
  const entries$ = new BehaviorSubject<readonly Entry[]>([]);
  let lastId = 0;
  return {
    entries$: entries$ as Behavior<readonly Entry[]>,
    add(entry: Omit<Entry, 'id'>): number {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an entry without its id, and its id
      entries$.next([...entries$.value.slice(1 - maxEntries), { ...entry, id: ++lastId } as Entry]);
      return lastId;
    },
    /** Drops the entries that do not match. */
    filter(matches: (entry: Entry) => boolean) {
      const left = entries$.value.filter(matches);
      if (left.length < entries$.value.length) entries$.next(left);
    },
    change(id: number, change: Partial<Entry>) {
      entries$.next(entries$.value.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));
    },
  };
};

/** Ends the record of a call, with the reason if it failed. */
type CallEnd = (failure?: string) => void;

/** A client whose calls are recorded from start to end. */
const recordedClient = (client: Client, start: (call: string) => CallEnd): Client => {
  const timed = async <T>(call: string, work: () => Promise<T>): Promise<T> => {
    const end = start(call);
    try {
      const answer = await work();
      end();
      return answer;
    } catch (error) {
      end(reasonOf(error));
      throw error;
    }
  };
  return {
    call: (call, input, options) => timed(call.name, () => client.call(call, input, options)),
    async *stream(call, input, options) {
      const end = start(call.name);
      let failure: string | undefined;
      try {
        yield* client.stream(call, input, options);
      } catch (error) {
        failure = reasonOf(error);
        throw error;
      } finally {
        end(failure);
      }
    },
    upload: (url, file, options) => timed('upload', () => client.upload(url, file, options)),
  };
};

export const createPartRecord = (clock: () => number = () => performance.now()): PartRecord => {
  const bus = createBusRecord(clock);
  const parts = createList<Part>();
  const calls = createList<CallEntry>();
  const errors = createList<ErrorEntry>();
  const startedAt = clock();

  const start = (remote: string, call: string): CallEnd => {
    const at = clock() - startedAt;
    const id = calls.add({ remote, call, at });
    return (failure?: string) =>
      calls.change(id, { ms: clock() - startedAt - at, ...(failure === undefined ? {} : { failure }) });
  };
  const prune = () => parts.filter(({ element }) => element.isConnected);

  return {
    bus,
    parts$: parts.entries$,
    calls$: calls.entries$,
    errors$: errors.entries$,
    watch(host, { release, expose, element }) {
      prune();
      parts.add({ release, expose: expose.replace('./', ''), element });
      const remote = release.name;
      return {
        ...host,
        bus: bus.watch(host.bus, remote),
        client: recordedClient(host.client, (call) => start(remote, call)),
      };
    },
    prune,
    follow(set, reports, errors$) {
      const versions = versionsIn(set, reports.loads$);
      reports.failures$.subscribe(({ remote, version, expose, phase, reason }) =>
        errors.add({ remote, version, text: `${expose.replace('./', '')} failed in ${phase}: ${reason}` }),
      );
      errors$.subscribe((event) => {
        const report =
          'reason' in event
            ? errorReport(event.reason, undefined, versions)
            : errorReport(event.error, event.filename, versions);
        if (report) errors.add({ remote: report.remote, version: report.version, text: report.reason ?? '' });
      });
    },
  };
};
