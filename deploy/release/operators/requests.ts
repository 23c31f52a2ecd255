import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Documents } from '../documents.ts';
import type { SigningKey, TrustedKey } from '../keys.ts';
import { action } from './actions.ts';
import { signedDocument } from './signed-document.ts';

const time = () => z.string().check(z.iso.datetime());
/** Who made it, as the operator page verified. `signedInAt`: when they signed in; keys have none. */
const claimed = {
  by: () => z.string().check(z.maxLength(330)),
  signedInAt: () => z.optional(time()),
};

/** What an operator wants to be done, once, to the release set that they saw. */
const request = () =>
  z.strictObject({
    number: z.int().check(z.gte(1)),
    /** Makes the text of each request unique. */
    id: z.uuid(),
    environment: z.string(),
    /** The release set that was served then. */
    base: z.strictObject({ serial: z.int(), id: z.string() }),
    action: action(),
    by: claimed.by(),
    signedInAt: claimed.signedInAt(),
    at: time(),
    expires: time(),
  });
export type Request = z.infer<ReturnType<typeof request>>;

/** What an operator decides on a request; `request` is the hash of its exact content. */
const decision = () =>
  z.strictObject({
    request: z.string(),
    number: z.int(),
    decision: z.enum(['approve', 'reject']),
    by: claimed.by(),
    signedInAt: claimed.signedInAt(),
    at: time(),
  });
export type Decision = z.infer<ReturnType<typeof decision>>;

const requests = signedDocument('request', request);
const decisions = signedDocument('decision', decision);
export const requestHash = (given: Request): string =>
  createHash('sha256')
    .update(requests.statement(request().parse(given)))
    .digest('hex');

const digits = 6;
export const numbered = (folder: string, number: number): string =>
  `${folder}/${String(number).padStart(digits, '0')}.json`;
export const numberOf = (key: string): number => Number(/(\d+)\.json$/.exec(key)?.[1] ?? 0);
const folderOf = (environment: string) => `requests/${environment}`;
const decisionsOf = (environment: string, number: number) =>
  `decisions/${environment}/${String(number).padStart(digits, '0')}`;

const tries = 50;
/** Milliseconds in which a request has to be approved and executed. */
export const requestLife = 24 * 3_600_000;

/** Writes the next document of a folder, and retries if somebody else was faster. */
export const appendTo = async (documents: Documents, folder: string, textOf: (number: number) => string) => {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const number = numberOf((await documents.list(`${folder}/`)).at(-1) ?? '') + 1;
    if (await documents.swap(numbered(folder, number), textOf(number), undefined)) return number;
  }
  throw new Error('Too many others were writing at the same time. Try again.');
};

type Filed = Pick<Request, 'environment' | 'base' | 'action' | 'by' | 'signedInAt'>;

/** Adds a request to the queue. Gives its number. */
export const fileRequest = (documents: Documents, filed: Filed, key: SigningKey, now = Date.now()): Promise<number> =>
  appendTo(documents, folderOf(filed.environment), (number) => {
    const at = new Date(now).toISOString();
    const expires = new Date(now + requestLife).toISOString();
    return requests.text({ ...filed, number, id: randomUUID(), at, expires }, key);
  });

/** Stores a decision next to its request. */
export const fileDecision = async (
  documents: Documents,
  to: Request,
  given: Pick<Decision, 'decision' | 'by' | 'signedInAt'>,
  key: SigningKey,
  now = Date.now(),
): Promise<void> => {
  const at = new Date(now).toISOString();
  const text = decisions.text({ ...given, request: requestHash(to), number: to.number, at }, key);
  await appendTo(documents, decisionsOf(to.environment, to.number), () => text);
};

/** A request in the queue. `why`: it was not signed by the operator page. */
export type Queued =
  | { readonly number: number; readonly request: Request; readonly why?: undefined }
  | { readonly number: number; readonly request: undefined; readonly why: string };

const proven = (text: string, number: number, environment: string, trusted: readonly TrustedKey[]): Queued => {
  try {
    const given = requests.read(text, trusted);
    if (given.number === number && given.environment === environment) return { number, request: given };
    return { number, request: undefined, why: `It belongs to request ${given.number} of ${given.environment}.` };
  } catch (error) {
    return { number, request: undefined, why: error instanceof Error ? error.message : String(error) };
  }
};

/** The request with this number; undefined if there is none. */
export const readRequest = async (
  documents: Documents,
  environment: string,
  number: number,
  trusted: readonly TrustedKey[],
): Promise<Queued | undefined> => {
  const found = await documents.read(numbered(folderOf(environment), number));
  return found && proven(found.text, number, environment, trusted);
};

/** The numbers of all requests, the oldest first. */
export const requestNumbers = async (documents: Documents, environment: string): Promise<number[]> =>
  (await documents.list(`${folderOf(environment)}/`)).filter((key) => key.endsWith('.json')).map(numberOf);

/** The decisions on a request: only those that the operator page signed, for exactly this content. */
export const readDecisions = async (
  documents: Documents,
  given: Request,
  trusted: readonly TrustedKey[],
): Promise<Decision[]> => {
  const keys = await documents.list(`${decisionsOf(given.environment, given.number)}/`);
  const texts = await Promise.all(keys.map((key) => documents.read(key)));
  const hash = requestHash(given);
  return texts.flatMap((one) => {
    try {
      const found = one && decisions.read(one.text, trusted);
      return found && found.request === hash && found.number === given.number ? [found] : [];
    } catch {
      // Anyone with write access to the store may add documents, but they do not count.
      return [];
    }
  });
};
