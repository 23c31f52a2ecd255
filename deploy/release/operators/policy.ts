import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { Documents } from '../documents.ts';
import type { SigningKey, TrustedKey } from '../keys.ts';
import { type ActionName, actionNames } from './actions.ts';
import { signedDocument } from './signed-document.ts';

const name = () => z.string().check(z.regex(/^[\w.-]{1,60}$/));
const identity = () => z.string().check(z.minLength(3), z.maxLength(320));
/** What a role may do, and for which remotes; `*` means all. `approve`: agree to what somebody else requested. */
const role = () =>
  z.strictObject({
    may: z.array(z.enum(['*', 'approve', ...actionNames])),
    remotes: z.array(z.string()),
  });
/**
 * `signIn`: the identities of one person, `product:<email>` or `oidc:<subject>`. Nobody can approve their own request.
 */
const person = () => z.strictObject({ signIn: z.array(identity()), roles: z.array(name()) });
/** `hash`: SHA-256 of the secret in hexadecimal. `owner`: the person responsible for requests made with it. */
const apiKey = () =>
  z.strictObject({
    owner: name(),
    hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    roles: z.array(name()),
    expires: z.string().check(z.iso.datetime()),
  });

const apiKeys = () => z.record(name(), apiKey());

/** Who may do what in an environment. `approvals`: how many other people have to agree to each request. */
export const policyRules = () =>
  z.strictObject({
    environment: z.string(),
    approvals: z.int().check(z.gte(0), z.lte(3)),
    roles: z.record(name(), role()),
    people: z.record(name(), person()),
    keys: z._default(apiKeys(), {}),
  });
/** As people write them: without `keys`, those in force stay. */
const writtenRules = () => z.extend(policyRules(), { keys: z.optional(apiKeys()) });
export type PolicyRules = z.infer<ReturnType<typeof policyRules>>;
/** `number` counts the policies of an environment, so that an earlier one cannot be restored. */
const policy = () => z.extend(policyRules(), { number: z.int().check(z.gte(1)) });
export type Policy = z.infer<ReturnType<typeof policy>>;

const document = signedDocument('operators', policy);
/** Parses a stored policy. Throws a sentence if it is not readable, or no trusted key signed it. */
export const policyIn: typeof document.read = (text, trusted) => document.read(text, trusted);
const keyOf = (environment: string) => `policy/${environment}.json`;

/** The policy in force; undefined if there is none. Throws a sentence if no trusted key signed it. */
export const readPolicy = async (
  documents: Documents,
  environment: string,
  trusted: readonly TrustedKey[],
  read: typeof policyIn = policyIn,
): Promise<Policy | undefined> => {
  const found = await documents.read(keyOf(environment));
  if (!found) return undefined;
  let given: Policy;
  try {
    given = read(found.text, trusted);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The operators of ${environment} were changed by somebody else. ${why}`, { cause: error });
  }
  if (given.environment !== environment) throw new Error(`The operators belong to ${given.environment}.`);
  return given;
};

export const policyDigest = (given: Policy): string =>
  createHash('sha256').update(document.statement(given)).digest('hex');

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Throws a sentence if the rules name a role or a person that does not exist. */
const checkNames = ({ roles, people, keys }: PolicyRules): void => {
  const known = new Set(Object.keys(roles));
  for (const [of, given] of [...Object.entries(people), ...Object.entries(keys)])
    for (const one of given.roles) if (!known.has(one)) throw new Error(`${of} has the unknown role ${one}.`);
  for (const [id, { owner }] of Object.entries(keys))
    if (!(owner in people)) throw new Error(`The key ${id} belongs to ${owner}, who is not one of the people.`);
  const all = Object.values(people).flatMap(({ signIn }) => signIn);
  const twice = all.find((one, at) => all.indexOf(one) !== at);
  if (twice !== undefined) throw new Error(`${twice} is listed twice: each person has one entry.`);
};

/** API keys whose owner and roles still exist. */
const fittingKeys = (keys: PolicyRules['keys'], { people, roles }: PolicyRules): PolicyRules['keys'] =>
  Object.fromEntries(
    Object.entries(keys).filter(
      ([, one]) => Object.hasOwn(people, one.owner) && one.roles.every((role) => Object.hasOwn(roles, role)),
    ),
  );

/**
 * Parses rules that were written by hand. `keys` are the API keys in force, which stay unless the text lists keys: they
 * are created by a command, and no file has them. Throws a sentence if the rules are invalid.
 */
export const parseRules = (text: string, environment: string, keys: PolicyRules['keys'] = {}): PolicyRules => {
  const parsed = writtenRules().safeParse(parsedJson(text));
  if (!parsed.success) {
    const paths = parsed.error.issues.map(({ path }) => path.join('.') || 'the file').join(', ');
    throw new Error(`The operators are not valid: ${paths}.`);
  }
  if (parsed.data.environment !== environment) throw new Error(`The operators belong to ${parsed.data.environment}.`);
  const { keys: listed = fittingKeys(keys, { ...parsed.data, keys: {} }), ...rules } = parsed.data;
  const given = { ...rules, keys: listed };
  checkNames(given);
  return given;
};

/**
 * Signs rules as the next policy. Its number follows both the stored policy and `least`, the highest that was in force.
 */
export const writePolicy = async (
  documents: Documents,
  rules: PolicyRules,
  key: SigningKey,
  trusted: readonly TrustedKey[] = [key],
  least = 0,
): Promise<Policy> => {
  checkNames(rules);
  const { environment } = rules;
  const before = await documents.read(keyOf(environment));
  const known = await readPolicy(documents, environment, trusted).catch(() => undefined);
  const next = { ...rules, number: Math.max(least, known?.number ?? 0) + 1 };
  if (!(await documents.swap(keyOf(environment), document.text(next, key), before?.tag)))
    throw new Error(`The operators of ${environment} were changed by somebody else at the same moment.`);
  return next;
};

/** An identity that was proved to belong to a person, or to a key. */
export interface Actor {
  /** As in requests: `product:<email>`, `oidc:<subject>`, `key:<id>`. */
  readonly identity: string;
  readonly person: string;
  readonly isKey: boolean;
  readonly roles: readonly string[];
}

/** The actor of an identity; undefined for an unknown one, and for an expired key. */
export const actorOf = ({ people, keys }: Policy, given: string, now: number): Actor | undefined => {
  const [, id] = /^key:(.+)$/.exec(given) ?? [];
  const key = id === undefined || !Object.hasOwn(keys, id) ? undefined : keys[id];
  if (key && Object.hasOwn(people, key.owner) && Date.parse(key.expires) > now)
    return { identity: given, person: key.owner, isKey: true, roles: key.roles };
  const found = Object.entries(people).find(([, { signIn }]) => signIn.includes(given));
  return found && id === undefined
    ? { identity: given, person: found[0], isKey: false, roles: found[1].roles }
    : undefined;
};

/** Whether an actor may do this with all these parts, each by any of their roles. Keys can approve nothing. */
export const isAllowed = (
  { roles }: Policy,
  actor: Actor,
  what: ActionName | 'approve',
  parts: readonly string[],
): boolean =>
  !(what === 'approve' && actor.isKey) &&
  parts.every((part) =>
    actor.roles.some((of) => {
      const { may = [], remotes = [] } = roles[of] ?? {};
      return (may.includes('*') || may.includes(what)) && (remotes.includes('*') || remotes.includes(part));
    }),
  );

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/** A key for the HTTP API: the text that its owner gets once, and its hash. */
export const newApiKey = (id: string): { readonly text: string; readonly hash: string } => {
  const secret = randomBytes(32).toString('base64url');
  return { text: `atrium_${id}_${secret}`, hash: hashOf(secret).toString('hex') };
};

/** The identity that a key proves; undefined for any other text. */
export const identityOfKey = ({ keys }: Policy, text: string): string | undefined => {
  const [, id = '', secret = ''] = /^atrium_([\w.-]{1,60})_([\w-]{43})$/.exec(text) ?? [];
  const known = Object.hasOwn(keys, id) ? keys[id] : undefined;
  return known && timingSafeEqual(hashOf(secret), Buffer.from(known.hash, 'hex')) ? `key:${id}` : undefined;
};
