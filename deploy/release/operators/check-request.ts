import { partsOf } from './actions.ts';
import { type Actor, actorOf, isAllowed, type Policy } from './policy.ts';
import type { Decision, Request } from './requests.ts';

/**
 * Milliseconds after a sign-in in which an operator may request or approve something, which is as long as a session is
 * fresh.
 */
export const freshFor = 15 * 60_000;

export type Checked =
  | { readonly state: 'waiting'; readonly missing: number; readonly approvedBy: string[] }
  | { readonly state: 'ready'; readonly person: string; readonly approvedBy: string[] }
  | { readonly state: 'refused'; readonly code: string; readonly why: string };

/** Whether the operator signed in recently. A key proves its identity with each request. */
const isFresh = (actor: Actor, signedInAt: string | undefined, at: string): boolean => {
  if (actor.isKey) return true;
  const age = Date.parse(at) - Date.parse(signedInAt ?? '');
  return age >= 0 && age <= freshFor;
};

/** Other people than the requester who may decide on the request, and did. */
const deciders = (policy: Policy, request: Request, decisions: readonly Decision[], kind: Decision['decision']) => {
  const own = actorOf(policy, request.by, Date.parse(request.at))?.person;
  const actors = decisions.flatMap(({ decision, by, at, signedInAt }) => {
    const actor = actorOf(policy, by, Date.parse(at));
    const inTime = at >= request.at && at < request.expires;
    return decision === kind && actor && inTime && isFresh(actor, signedInAt, at) ? [actor] : [];
  });
  const others = actors.filter(
    (actor) => actor.person !== own && isAllowed(policy, actor, 'approve', partsOf(request.action)),
  );
  return {
    persons: [...new Set(others.map(({ person }) => person))],
    withdrawn: actors.some(({ person }) => person === own),
  };
};

/** Whether a request that the operator page signed may be executed now, by the current policy. */
export const checkRequest = (
  policy: Policy,
  request: Request,
  decisions: readonly Decision[],
  now: number,
): Checked => {
  const refused = (code: string, why: string): Checked => ({ state: 'refused', code, why });
  const actor = actorOf(policy, request.by, now);
  if (!actor)
    return refused('stranger', `${request.by} is not an operator of ${policy.environment}, or no longer one.`);
  if (!isFresh(actor, request.signedInAt, request.at))
    return refused('sign-in-again', `${actor.person} had not signed in recently.`);
  if (!isAllowed(policy, actor, request.action.do, partsOf(request.action)))
    return refused(
      'not-allowed',
      `${actor.person} may not ${request.action.do} ${partsOf(request.action).join(', ')} in ${policy.environment}.`,
    );
  const rejected = deciders(policy, request, decisions, 'reject');
  if (rejected.withdrawn) return refused('withdrawn', `${actor.person} withdrew it.`);
  if (rejected.persons.length > 0) return refused('rejected', `${rejected.persons.join(', ')} rejected it.`);
  if (!(Date.parse(request.expires) > now)) return refused('expired', 'It expired before it was executed.');
  if (Date.parse(request.expires) - Date.parse(request.at) > 24 * 3_600_000 + 1)
    return refused('expired', 'Its expiry is later than a request may have.');
  const { persons } = deciders(policy, request, decisions, 'approve');
  return persons.length >= policy.approvals
    ? { state: 'ready', person: actor.person, approvedBy: persons }
    : { state: 'waiting', missing: policy.approvals - persons.length, approvedBy: persons };
};
