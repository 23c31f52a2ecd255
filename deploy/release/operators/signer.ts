import { operatorDocuments } from '../commands/command.ts';
import { remembered } from '../remembered.ts';
import { readSignedSet, type SignedSet } from '../signed-set.ts';
import { checkRequest } from './check-request.ts';
import { createExecutor, type Signer } from './execute-request.ts';
import { type Policy, policyDigest, policyIn, readPolicy } from './policy.ts';
import { readDecisions, readRequest, requestNumbers } from './requests.ts';
import { servedSet, stepsOf } from './served.ts';
import { endedIn, lastServed, openTrail, type Trail } from './trail.ts';

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Records in the trail that a policy came into force. Throws a sentence if a later one already was. */
const notePolicy = async (trail: Trail, policy: Policy): Promise<void> => {
  const numbers = trail.lines().map(({ entry }) => (entry.kind === 'policy' ? entry.number : 0));
  const highest = Math.max(0, ...numbers);
  if (policy.number < highest)
    throw new Error(`The operators have number ${policy.number}, but number ${highest} already applied.`);
  const digest = policyDigest(policy);
  await trail.append((all) =>
    all.some(({ entry }) => entry.kind === 'policy' && entry.number === policy.number)
      ? undefined
      : { kind: 'policy', number: policy.number, digest },
  );
};

/** Records in the trail a set that was not made by a request. */
const noteElsewhere = async (trail: Trail, { context, environment }: Signer, set: SignedSet): Promise<void> => {
  const known = lastServed(trail.lines());
  if (known?.id === set.id || endedIn(trail.lines()).started.size > 0) return;
  const { number, changes } = await stepsOf(context, environment, known?.history ?? 0);
  const shown = known ? changes : [`The trail starts with set ${set.id}.`];
  const { serial, id } = set;
  await trail.append((all) =>
    lastServed(all)?.id === id ? undefined : { kind: 'elsewhere', serial, id, history: number, changes: shown },
  );
};

/**
 * Executes what operators requested, each request once: checks who requested and who agreed, runs the release command,
 * signs, and writes all of it to the audit trail. Gives a function that processes the queue once, to be called
 * repeatedly.
 */
export const createSigner = (signer: Signer): (() => Promise<void>) => {
  const { environment, trusted, pages, context, now = Date.now } = signer;
  const documents = operatorDocuments(context);
  const trail = openTrail({ ...signer, documents });
  const executor = createExecutor(signer, trail);
  // The queue is processed several times a second, and almost always nothing has changed.
  const [samePolicy, sameSet] = [remembered(policyIn), remembered(readSignedSet)];
  /** All requests before this number have ended. */
  let first = 1;
  const processRequest = async (number: number, policy: Policy): Promise<void> => {
    const queued = await readRequest(documents, environment, number, pages);
    if (!queued) return;
    const { request } = queued;
    if (!request) {
      await executor.refuse(number, 'forged', [queued.why]);
      return;
    }
    const decisions = await readDecisions(documents, request, pages);
    const checked = checkRequest(policy, request, decisions, now());
    if (checked.state === 'refused') await executor.refuse(number, checked.code, [checked.why], request);
    if (checked.state === 'ready')
      await executor.start(request, { person: checked.person, approvedBy: checked.approvedBy });
  };

  return async () => {
    const policy = await readPolicy(documents, environment, trusted, samePolicy);
    await trail.read();
    if (!policy) return;
    await notePolicy(trail, policy);
    for (const one of endedIn(trail.lines()).started.values()) await executor.run(one);
    await noteElsewhere(trail, signer, await servedSet(context, environment, trusted, now(), sameSet));
    const { ended } = endedIn(trail.lines());
    const waiting = (await requestNumbers(documents, environment)).filter((one) => one >= first && !ended.has(one));
    for (const number of waiting)
      try {
        await processRequest(number, policy);
      } catch (error) {
        signer.log(`${environment}: request ${number} waits. ${sentence(error)}`);
      }
    first = waiting[0] ?? Math.max(first, ...ended.keys());
  };
};
