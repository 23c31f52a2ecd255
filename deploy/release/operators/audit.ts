import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Documents } from '../documents.ts';
import type { SigningKey, TrustedKey } from '../keys.ts';
import { action } from './actions.ts';
import { numbered, numberOf } from './requests.ts';
import { signedDocument } from './signed-document.ts';

const lines = () => z.array(z.string());
/** Who requested what, and who agreed. */
const requested = {
  request: z.int(),
  hash: z.string(),
  by: z.string(),
  person: z.string(),
  approvedBy: lines(),
  action: action(),
};
/** What is served after a step. `history` is the number of steps in the environment's history by then. */
const serving = { serial: z.int(), id: z.string(), history: z.int() };

const entry = () =>
  z.discriminatedUnion('kind', [
    /** Another policy is in force. */
    z.strictObject({ kind: z.literal('policy'), number: z.int(), digest: z.string() }),
    /** The set was changed by the command line or by the watch. */
    z.strictObject({ kind: z.literal('elsewhere'), ...serving, changes: lines() }),
    /** A request is about to be executed: `before` and `after` are hashes of the pins. */
    z.strictObject({ kind: z.literal('begun'), ...requested, before: z.string(), after: z.string() }),
    z.strictObject({ kind: z.literal('done'), ...requested, ...serving, lines: lines() }),
    z.strictObject({
      kind: z.literal('refused'),
      request: z.int(),
      code: z.string(),
      why: lines(),
      by: z.optional(z.string()),
      action: z.optional(action()),
    }),
  ]);
export type AuditEntry = z.infer<ReturnType<typeof entry>>;

const line = () =>
  z.strictObject({
    number: z.int(),
    environment: z.string(),
    at: z.string(),
    /** Hash of the line before; empty for the first. */
    previous: z.string(),
    entry: entry(),
  });
type Content = z.infer<ReturnType<typeof line>>;
export interface AuditLine extends Content {
  /** Of the whole line, including its signature. */
  readonly hash: string;
}
/** The end of the trail. Whoever remembers it notices when lines are removed from the end. */
export interface AuditHead {
  readonly number: number;
  readonly hash: string;
}
export const noHead: AuditHead = { number: 0, hash: '' };

const document = signedDocument('audit', line);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const folderOf = (environment: string) => `audit/${environment}`;

export const headOf = (trail: readonly AuditLine[]): AuditHead => {
  const last = trail.at(-1);
  return last ? { number: last.number, hash: last.hash } : noHead;
};

/** The first line that is not what was written; `number` is its number. */
export class AuditProblem extends Error {
  override readonly name = 'AuditProblem';
  readonly number: number;
  constructor(number: number, why: string) {
    super(`Line ${number} of the audit trail ${why}`);
    this.number = number;
  }
}

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

interface ReadLine {
  readonly line: AuditLine;
  /** The problem of a line by a key that is not trusted, or no longer. */
  readonly unproven: AuditProblem | undefined;
}

/** Parses one line that follows `before`. Throws an `AuditProblem`. */
const readLine = (text: string, number: number, before: AuditHead, trusted: readonly TrustedKey[]): ReadLine => {
  let opened: ReturnType<typeof document.open>;
  try {
    opened = document.open(text, trusted);
  } catch (error) {
    throw new AuditProblem(number, `was changed. ${sentence(error)}`);
  }
  const { content, refusal } = opened;
  const problem = refusal && new AuditProblem(number, `was changed. ${refusal.message}`);
  if (problem && refusal.code !== 'untrusted') throw problem;
  if (content.number !== number) throw new AuditProblem(number, `was moved: it was written as line ${content.number}.`);
  if (content.previous !== before.hash)
    throw new AuditProblem(number, 'does not follow the line before it: one of them was replaced.');
  return { line: { ...content, hash: hashOf(text) }, unproven: problem };
};

/**
 * All lines from a given one on. Each is signed by a trusted key, or proven by a later line that is, or by `head`: a line
 * contains the hash of the one before, so the trail outlives the keys that it was signed with. Throws an `AuditProblem`
 * that names the first line that was changed, removed or moved.
 */
export const readTrail = async (
  documents: Documents,
  environment: string,
  trusted: readonly TrustedKey[],
  { known = [], head = noHead }: { readonly known?: readonly AuditLine[]; readonly head?: AuditHead } = {},
): Promise<AuditLine[]> => {
  const trail = [...known];
  const numbers = (await documents.list(`${folderOf(environment)}/`))
    .filter((key) => key.endsWith('.json'))
    .map(numberOf);
  const last = Math.max(0, ...numbers);
  let firstUnproven: AuditProblem | undefined;
  for (let number = trail.length + 1; number <= last; number += 1) {
    const found = await documents.read(numbered(folderOf(environment), number));
    if (!found) throw new AuditProblem(number, 'is missing.');
    const { line: read, unproven } = readLine(found.text, number, headOf(trail), trusted);
    if (read.environment !== environment) throw new AuditProblem(number, `belongs to ${read.environment}.`);
    trail.push(read);
    const isProven = !unproven || (number === head.number && read.hash === head.hash);
    firstUnproven = isProven ? undefined : (firstUnproven ?? unproven);
  }
  if (last < head.number) throw new AuditProblem(last + 1, `is missing: there were ${head.number}.`);
  if (head.number > 0 && trail[head.number - 1]?.hash !== head.hash)
    throw new AuditProblem(head.number, 'is not the one that was published last.');
  if (firstUnproven) throw firstUnproven;
  return trail;
};

/**
 * Appends a line to the trail. `make` gives what to write, based on the trail at that moment; undefined writes nothing.
 * Gives the resulting trail.
 */
export const appendToTrail = async (
  documents: Documents,
  environment: string,
  key: SigningKey,
  read: () => Promise<readonly AuditLine[]>,
  make: (trail: readonly AuditLine[]) => AuditEntry | undefined,
): Promise<readonly AuditLine[]> => {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const trail = await read();
    const made = make(trail);
    if (!made) return trail;
    const { number, hash } = headOf(trail);
    const content: Content = {
      number: number + 1,
      environment,
      at: new Date().toISOString(),
      previous: hash,
      entry: made,
    };
    const text = document.text(content, key);
    if (await documents.swap(numbered(folderOf(environment), number + 1), text, undefined))
      return [...trail, { ...content, hash: hashOf(text) }];
  }
  throw new Error(`The audit trail of ${environment} could not be written.`);
};
