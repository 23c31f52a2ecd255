import { type Action, partsOf } from '../release/operators/actions.ts';
import { freshFor } from '../release/operators/check-request.ts';
import { type Actor, actorOf, isAllowed, type Policy } from '../release/operators/policy.ts';
import { type Preview, previewOf } from '../release/operators/preview.ts';
import { fileDecision, fileRequest, type Request } from '../release/operators/requests.ts';
import { createReading, deployable, type DeskParts, type RequestState } from './desk-state.ts';

/** Why a request is not accepted, as a sentence for people. */
export class DeskRefusal extends Error {
  override readonly name = 'DeskRefusal';
  readonly code: 'not-allowed' | 'sign-in-again' | 'changed' | 'not-fit' | 'ends-canary' | 'unknown' | 'ended';
  readonly lines: readonly string[];
  constructor(code: DeskRefusal['code'], message: string, lines: readonly string[] = []) {
    super(message);
    this.code = code;
    this.lines = lines;
  }
}

export interface Proof {
  readonly identity: string;
  /** When the operator signed in; API keys have no such time. */
  readonly signedInAt?: string | undefined;
}

/** A request once it has ended, or its state after `ms` milliseconds. */
const settledBy = async (find: (number: number) => Promise<RequestState>, number: number, ms: number) => {
  const until = Date.now() + ms;
  let found = await find(number);
  while (found.state === 'queued' && Date.now() < until) {
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    found = await find(number);
  }
  return found;
};

const requireFresh = ({ signedInAt }: Proof, { isKey }: Actor, now: number): void => {
  if (!isKey && !(Date.parse(signedInAt ?? '') > now - freshFor))
    throw new DeskRefusal('sign-in-again', 'Sign in again to make changes: it has been more than 15 minutes.');
};

const requireFit = ({ fits, endsCanary, lines }: Preview, environment: string, action: Action): void => {
  if (!fits) throw new DeskRefusal('not-fit', `This does not fit ${environment}.`, lines);
  if (endsCanary && !('endsCanary' in action && action.endsCanary))
    throw new DeskRefusal('ends-canary', 'This ends a canary that is running.', lines);
};

interface Decider {
  readonly policy: Policy;
  readonly who: Actor;
  /** Whether it is the operator's own request. */
  readonly own: boolean;
}

const requireDecider = ({ policy, who, own }: Decider, { action }: Request, decision: 'approve' | 'reject'): void => {
  if (own ? decision === 'approve' || who.isKey : !isAllowed(policy, who, 'approve', partsOf(action)))
    throw new DeskRefusal(
      'not-allowed',
      own ? 'Somebody else has to approve your request.' : `You may not ${decision} this request.`,
    );
};

/** What the operator page and its HTTP API do: read the state, and add requests and approvals to the queue. */
export const createDesk = (parts: DeskParts) => {
  const { environment, context, key, now = Date.now } = parts;
  const reading = createReading(parts);
  const { documents, policy: policyNow, trail: trailNow, served, stateOf, state } = reading;

  const find = async (number: number): Promise<RequestState> => {
    await trailNow();
    const found = await stateOf(number, await policyNow());
    if (!found) throw new DeskRefusal('unknown', `Request ${number} does not exist.`);
    return found;
  };

  /** The operator's current roles; throws for an unknown identity. */
  const actor = async ({ identity }: Proof): Promise<{ policy: Policy; actor: Actor }> => {
    const policy = await policyNow();
    const found = policy && actorOf(policy, identity, now());
    if (!policy || !found) throw new DeskRefusal('not-allowed', `You are not an operator of ${environment}.`);
    return { policy, actor: found };
  };

  const preview = async (proof: Proof, action: Action): Promise<Preview> => {
    const { policy, actor: who } = await actor(proof);
    if (!isAllowed(policy, who, action.do, partsOf(action)))
      throw new DeskRefusal('not-allowed', `You may not ${action.do} ${partsOf(action).join(', ')} in ${environment}.`);
    return previewOf(context, environment, action);
  };

  return {
    documents,
    state,
    find,
    preview,
    served,
    policy: policyNow,
    trail: trailNow,
    actor,
    versions: (name: string) => deployable(context, name),
    environments: () => context.registry.environments(),

    /** Adds a request to the queue; `base` is the release set that the operator saw. Gives its number. */
    async request(proof: Proof, action: Action, base?: Request['base']): Promise<number> {
      const { actor: who } = await actor(proof);
      requireFresh(proof, who, now());
      const { serial, id } = await served();
      if (base && base.id !== id)
        throw new DeskRefusal(
          'changed',
          `Somebody changed ${environment} since you opened this page: number ${serial} is served now, you saw number ${base.serial}.`,
        );
      requireFit(await preview(proof, action), environment, action);
      const { identity: by, signedInAt } = proof;
      const filed = { environment, base: { serial, id }, action, by, ...(signedInAt ? { signedInAt } : {}) };
      return fileRequest(documents, filed, key, now());
    },

    /** Approves or rejects a request. Operators can only reject their own. */
    async decide(proof: Proof, number: number, decision: 'approve' | 'reject'): Promise<void> {
      const { policy, actor: who } = await actor(proof);
      requireFresh(proof, who, now());
      const { request, state: at } = await find(number);
      if (!request || at === 'done' || at === 'refused')
        throw new DeskRefusal('ended', `Request ${number} has already ended.`);
      const own = actorOf(policy, request.by, now())?.person === who.person;
      requireDecider({ policy, who, own }, request, decision);
      const { identity: by, signedInAt } = proof;
      await fileDecision(documents, request, { decision, by, ...(signedInAt ? { signedInAt } : {}) }, key, now());
    },

    settled: (number: number, ms: number) => settledBy(find, number, ms),
  };
};
export type Desk = ReturnType<typeof createDesk>;
