import { requests, signingKey, trustedKeys } from '../release/keys.ts';
import { operatorDocuments } from '../release/commands/command.ts';
import type { Action } from '../release/operators/actions.ts';
import { type AuditLine, readTrail } from '../release/operators/audit.ts';
import { type PolicyRules, writePolicy } from '../release/operators/policy.ts';
import { type Decision, fileDecision, fileRequest, readRequest, type Request } from '../release/operators/requests.ts';
import { servedSet } from '../release/operators/served.ts';
import { createSigner } from '../release/operators/signer.ts';
import type { Signer } from '../release/operators/execute-request.ts';
import type { Victim } from './attacks/victim.ts';

export const identity = (person: string) => `product:${person}@atrium.test`;

/** Ada has all rights, Bob approves, Chris has only mf-chat; Chris also owns an API key. */
export const rulesOf = (approvals = 0): PolicyRules => ({
  environment: 'live',
  approvals,
  roles: {
    owner: { may: ['*'], remotes: ['*'] },
    approver: { may: ['approve'], remotes: ['*'] },
    chat: { may: ['pin', 'canary', 'approve'], remotes: ['mf-chat'] },
  },
  people: {
    ada: { signIn: [identity('ada'), 'oidc:ada'], roles: ['owner'] },
    bob: { signIn: [identity('bob')], roles: ['approver'] },
    chris: { signIn: [identity('chris')], roles: ['chat'] },
  },
  keys: {
    ci: { owner: 'chris', hash: '0'.repeat(64), roles: ['chat'], expires: '2999-01-01T00:00:00.000Z' },
    old: { owner: 'chris', hash: '1'.repeat(64), roles: ['chat'], expires: '2020-01-01T00:00:00.000Z' },
  },
});

export const pinChat: Action = { do: 'pin', remote: 'mf-chat', version: '2.0.0' };

/** Operators of a victim's `live` environment, with what the operator page writes and the signer that reads it. */
export const openOperatorStage = async (victim: Victim, rules = rulesOf()) => {
  const context = await victim.context();
  const documents = operatorDocuments(context);
  const { data } = context;
  const key = signingKey(data, {});
  const page = signingKey(data, {}, requests);
  const output: string[] = [];
  await writePolicy(documents, rules, key);
  const signer = async (more: Partial<Signer> = {}) =>
    createSigner({
      context: await victim.context(),
      environment: 'live',
      key: signingKey(data),
      trusted: trustedKeys(data),
      pages: trustedKeys(data, {}, requests),
      log: (line) => output.push(line),
      ...more,
    });
  const base = async (): Promise<Request['base']> => {
    const { serial, id } = await servedSet(await victim.context(), 'live', trustedKeys(data));
    return { serial, id };
  };
  /** Files a request as the page does for an operator who has just signed in. */
  const request = async (by: string, action: Action, more: Partial<Request> = {}, own = page): Promise<number> => {
    const signedInAt = by.startsWith('key:') ? {} : { signedInAt: new Date().toISOString() };
    return fileRequest(documents, { environment: 'live', base: await base(), action, by, ...signedInAt, ...more }, own);
  };
  const read = async (number: number): Promise<Request> => {
    const found = await readRequest(documents, 'live', number, [page]);
    if (!found?.request) throw new Error(`Request ${number} does not exist.`);
    return found.request;
  };
  const trail = (): Promise<AuditLine[]> => readTrail(documents, 'live', trustedKeys(data));
  return {
    documents,
    key,
    page,
    output,
    signer,
    base,
    request,
    read,
    trail,
    decide: async (
      number: number,
      by: string,
      decision: Decision['decision'] = 'approve',
      more: Partial<Decision> = {},
    ) =>
      fileDecision(
        documents,
        await read(number),
        { decision, by, signedInAt: new Date().toISOString(), ...more },
        page,
      ),
    /** Runs a new signer once. */
    sign: async () => (await signer())(),
    /** How a request ended; undefined while it is waiting. */
    async ended(number: number): Promise<string | undefined> {
      const { entry } =
        (await trail()).find(
          ({ entry: one }) => (one.kind === 'done' || one.kind === 'refused') && one.request === number,
        ) ?? {};
      return entry?.kind === 'refused' ? entry.code : entry?.kind;
    },
    pinned: async () => (await (await victim.context()).registry.read('live')).remotes['mf-chat']?.version,
    edge: await victim.edge(),
  };
};
export type OperatorStage = Awaited<ReturnType<typeof openOperatorStage>>;
