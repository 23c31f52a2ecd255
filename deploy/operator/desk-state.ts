import { type FlagState, flagStates } from '../release/commands/flag.ts';
import { operatorDocuments, type ReleaseContext } from '../release/commands/command.ts';
import { type Environment, pinOf } from '../release/environment.ts';
import { isPreviewVersion } from '../release/preview.ts';
import type { SigningKey, TrustedKey } from '../release/keys.ts';
import { type AuditLine, AuditProblem, readTrail } from '../release/operators/audit.ts';
import { checkRequest } from '../release/operators/check-request.ts';
import { actorOf, type Policy, readPolicy } from '../release/operators/policy.ts';
import {
  type Queued,
  readDecisions,
  readRequest,
  type Request,
  requestNumbers,
} from '../release/operators/requests.ts';
import { servedSet } from '../release/operators/served.ts';
import { endedIn } from '../release/operators/trail.ts';
import type { Entry } from '../release/registry.ts';
import { problemOf, type SetProblem } from '../release/set-problem.ts';
import type { SignedSet } from '../release/signed-set.ts';

/** A request and its progress. */
export interface RequestState {
  readonly number: number;
  /** Undefined if the operator page did not sign it. */
  readonly request?: Request | undefined;
  readonly state: 'done' | 'refused' | 'waiting' | 'queued';
  /** What was done, or why it was not. */
  readonly lines: readonly string[];
  readonly person: string;
  readonly approvedBy: readonly string[];
  /** How many other people still have to approve. */
  readonly missing: number;
}

/** A canary that the watch ended; `was` is the earlier pin in words. */
export interface EndedCanary {
  readonly part: string;
  readonly was: string;
  readonly at: string;
  readonly why: string;
}

export interface DeskState {
  readonly policy: Policy | undefined;
  readonly pins: Environment;
  readonly flags: readonly FlagState[];
  /** Published remotes that are not pinned, with the versions that could be pinned, the newest first. */
  readonly unpinned: readonly { readonly name: string; readonly versions: readonly string[] }[];
  /** The newest first. */
  readonly ended: readonly EndedCanary[];
  /** The newest first. */
  readonly history: readonly Entry[];
  readonly set: SignedSet | undefined;
  readonly trail: readonly AuditLine[];
  /** All that have not ended, and the newest of the others; the newest first. */
  readonly requests: readonly RequestState[];
  /** What operators should know first, a sentence each. */
  readonly alerts: readonly string[];
  readonly problem: SetProblem | undefined;
}

/** What was read before and never changes, so that it is not read again each time somebody looks. */
interface Memory {
  trail: readonly AuditLine[];
  history: readonly Entry[];
  readonly requests: Map<number, Queued>;
}
export const newMemory = (): Memory => ({ trail: [], history: [], requests: new Map() });

export interface DeskParts {
  readonly environment: string;
  readonly context: ReleaseContext;
  /** Signs requests. */
  readonly key: SigningKey;
  readonly trusted: readonly TrustedKey[];
  /** Additional alerts for operators, a sentence each. */
  readonly others?: () => readonly string[];
  readonly now?: () => number;
  readonly memory?: Memory;
}

/** Requests that are shown even if they have ended. */
const shownRequests = 30;
const shownEnded = 5;
/** Milliseconds after which operators should be told that the signer is not working. */
const late = 15_000;
const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Versions of a remote that can be deployed, the newest first, without versions that were published only as previews.
 */
export const deployable = ({ store }: ReleaseContext, name: string): string[] =>
  store
    .versions(name)
    .filter((one) => !isPreviewVersion(one))
    .toReversed();

const unpinnedIn = (context: ReleaseContext, pins: Environment): DeskState['unpinned'] =>
  context.store
    .names()
    .filter((name) => pinOf(pins, name) === undefined)
    .map((name) => ({ name, versions: deployable(context, name) }))
    .filter(({ versions }) => versions.length > 0);

const endedCanaries = (history: readonly Entry[]): EndedCanary[] =>
  history
    .flatMap(({ at, why = '', changes }) =>
      changes
        .filter(({ how, part }) => how === 'rollback by itself' && !part.includes(' '))
        .map(({ part, from: was = '' }) => ({ part, was, at, why })),
    )
    .slice(0, shownEnded);

/** Alerts for operators, including failures while the state was read. */
const collectAlerts = () => {
  const alerts: string[] = [];
  return {
    alerts,
    /** The result of `work`; if it throws, undefined, and an alert with the reason. */
    noting: async <T>(work: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await work();
      } catch (error) {
        const stops = error instanceof AuditProblem ? ' No request is executed until it has been checked.' : '';
        alerts.push(`${sentence(error)}${stops}`);
        return undefined;
      }
    },
  };
};

/** Reads the state of an environment and of its requests. */
export const createReading = (parts: DeskParts) => {
  const { environment, context, key, trusted, others = () => [], now = Date.now, memory = newMemory() } = parts;
  const documents = operatorDocuments(context);
  const policyNow = () => readPolicy(documents, environment, trusted);
  const trailNow = async () => {
    memory.trail = await readTrail(documents, environment, trusted, { known: memory.trail });
    return memory.trail;
  };
  const historyNow = async () => {
    memory.history = await context.registry.history(environment, memory.history);
    return memory.history;
  };
  const requestOf = async (number: number): Promise<Queued | undefined> => {
    const queued = memory.requests.get(number) ?? (await readRequest(documents, environment, number, [key]));
    if (queued) memory.requests.set(number, queued);
    return queued;
  };
  const served = () => servedSet(context, environment, trusted, now());

  const stateOf = async (
    number: number,
    policy: Policy | undefined,
    { ended } = endedIn(memory.trail),
  ): Promise<RequestState | undefined> => {
    const queued = await requestOf(number);
    if (!queued) return undefined;
    const { request } = queued;
    const person = (request && policy && actorOf(policy, request.by, now())?.person) ?? request?.by ?? 'nobody';
    const known = { number, request, person, approvedBy: [], missing: 0 };
    const entry = ended.get(number)?.entry;
    if (entry?.kind === 'done')
      return { ...known, person: entry.person, state: 'done', lines: entry.lines, approvedBy: entry.approvedBy };
    if (entry?.kind === 'refused') return { ...known, state: 'refused', lines: entry.why };
    if (!request || !policy) return { ...known, state: 'queued', lines: queued.why ? [queued.why] : [] };
    const checked = checkRequest(policy, request, await readDecisions(documents, request, [key]), now());
    if (checked.state === 'waiting')
      return { ...known, state: 'waiting', lines: [], approvedBy: checked.approvedBy, missing: checked.missing };
    return { ...known, state: 'queued', lines: checked.state === 'refused' ? [checked.why] : [] };
  };

  const state = async (): Promise<DeskState> => {
    const { alerts, noting } = collectAlerts();
    const policy = await noting(policyNow);
    const isTrailRead = (await noting(trailNow)) !== undefined;
    let problem: SetProblem | undefined;
    const set = await served().catch((error: unknown) => {
      problem = problemOf(error, { environment, now: now(), other: 'unreadable' });
      return undefined;
    });
    const progress = endedIn(memory.trail);
    // One that waits for approval may be older than however many others. Without the trail, all of them would seem to wait.
    const numbers = (await requestNumbers(documents, environment))
      .toReversed()
      .filter((number, at) => at < shownRequests || (isTrailRead && !progress.ended.has(number)));
    const requests = (await Promise.all(numbers.map((number) => stateOf(number, policy, progress)))).filter(
      (one) => one !== undefined,
    );
    const forgotten = requests.some(
      (one) => one.state === 'queued' && one.request && Date.parse(one.request.at) < now() - late,
    );
    if (forgotten)
      alerts.push(`Requests are not being executed: check that \`pnpm release signer ${environment}\` is running.`);
    alerts.push(...others());
    const pins = await context.registry.read(environment);
    const flags = flagStates(context, pins);
    const history = await historyNow();
    const [unpinned, ended, { trail }] = [unpinnedIn(context, pins), endedCanaries(history), memory];
    return { policy, pins, flags, unpinned, ended, history, set, trail, requests, alerts, problem };
  };

  return { documents, policy: policyNow, trail: trailNow, served, stateOf, state };
};
