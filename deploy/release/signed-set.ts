import { join } from 'node:path';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import * as z from 'zod/mini';
import { signatureBy, type SigningKey, type TrustedKey, verifySignature } from './keys.ts';
import { SetRefusal } from './set-problem.ts';
import { environmentSet, releaseSetText } from './release-set.ts';

/**
 * A set as it is signed. `serial` counts the signatures of an environment and never decreases; after `expires` (ISO
 * 8601) the set is no longer accepted.
 */
const signedSet = () =>
  z.extend(environmentSet(), { serial: z.int().check(z.gte(1)), expires: z.string().check(z.iso.datetime()) });
export type SignedSet = z.infer<ReturnType<typeof signedSet>>;
/** As sets were signed before they had a number. */
const unnumberedSet = () => z.extend(environmentSet(), { owners: z.optional(z.never()) });

/** A release set as the edge reads it: the set as text, with the signature as its first line. */
export const signedSetText = (set: SignedSet, key: SigningKey): string => {
  // In the order of the schema, as a reader gets it after parsing.
  const text = releaseSetText(schemaFor(signedSet).parse(set));
  return `{\n"signed": ${JSON.stringify(signatureBy(key, text))},\n${text.slice(2)}`;
};

const isNumbered = (parsed: object) => 'serial' in parsed || 'expires' in parsed || 'owners' in parsed;

const parsedAs = <T, Given>(given: Given, parse: (given: Given) => T): T => {
  try {
    return parse(given);
  } catch {
    throw new SetRefusal('unreadable', 'It is not a release set.');
  }
};

/** Parses a signed set. Throws a sentence if the text is not a release set, or no trusted key signed it. */
export const readSignedSet = (text: string, trusted: readonly TrustedKey[]): SignedSet => {
  const parsed: { readonly signed?: unknown } = parsedAs(text, (json) => Object(JSON.parse(json)));
  if (!isNumbered(parsed)) {
    const set = parsedAs(parsed, (given) => schemaFor(unnumberedSet).parse(given));
    verifySignature(parsed.signed, releaseSetText(set), trusted);
    throw new UnnumberedSet();
  }
  const set = parsedAs(parsed, (given) => schemaFor(signedSet).parse(given));
  verifySignature(parsed.signed, releaseSetText(set), trusted);
  return set;
};

/** The set was signed by a trusted key, but before sets were bound to their environment and time. */
export class UnnumberedSet extends SetRefusal {
  override readonly name = 'UnnumberedSet';
  constructor() {
    super(
      'unnumbered',
      'It was signed by an earlier version, without a number and an end: `pnpm release sign` signs it again.',
    );
  }
}

/** What an edge knows about the set that it should serve. */
export interface Expected {
  readonly environment: string;
  /** The highest number that was signed, as far as it is known. */
  readonly least: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export const hasExpired = ({ expires }: Pick<SignedSet, 'expires'>, now: number): boolean =>
  !(Date.parse(expires) > now);
export const expiredSentence = ({ environment, expires }: Pick<SignedSet, 'environment' | 'expires'>): string =>
  `It expired at ${expires}: \`pnpm release sign ${environment}\` renews it, \`pnpm release watch\` does so by itself.`;

/** Why a set must not be served although it was signed; undefined if it may be. */
export const refusalOf = (set: SignedSet, { environment, least, now }: Expected): SetRefusal | undefined => {
  if (set.environment !== environment)
    return new SetRefusal('other-environment', `It belongs to the environment ${set.environment}.`);
  if (set.serial < least)
    return new SetRefusal(
      'stale',
      `It is number ${set.serial}, but number ${least} was already signed. After a restore \`pnpm release resume ${environment}\` continues.`,
    );
  return hasExpired(set, now) ? new SetRefusal('expired', expiredSentence(set)) : undefined;
};

export const setFile = (data: string, environment: string): string => join(data, 'environments', `${environment}.json`);
