import { sign, verify } from 'node:crypto';
import { join } from 'node:path';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import * as z from 'zod/mini';
import { type SigningKey, signingKey, type TrustedKey } from './keys.ts';
import { type EnvironmentSet, environmentSet, releaseSetText } from './release-set.ts';
import { writeAtomically } from './write-atomically.ts';

const signature = () => z.object({ key: z.string(), signature: z.string() });

/** A release set as the edge reads it: the set's own text with the signature as its first line. */
export const signedSetText = (set: EnvironmentSet, { id, secret }: SigningKey): string => {
  // In the order of the schema, as a reader has it after parsing.
  const text = releaseSetText(schemaFor(environmentSet).parse(set));
  const line = JSON.stringify({ key: id, signature: sign(null, Buffer.from(text), secret).toString('base64') });
  return `{\n"signed": ${line},\n${text.slice(2)}`;
};

/** Reads a signed set. Throws a sentence where the text is no release set, or nobody who is trusted signed it. */
export const readSignedSet = (text: string, trusted: readonly TrustedKey[]): EnvironmentSet => {
  const parsed = JSON.parse(text) as { signed?: unknown };
  const set = schemaFor(environmentSet).parse(parsed);
  const signed = signature().safeParse(parsed.signed);
  if (!signed.success) throw new Error('It is not signed.');
  const known = trusted.find(({ id }) => id === signed.data.key);
  if (!known) throw new Error(`It is signed by the key ${signed.data.key}, which is not trusted.`);
  const bytes = Buffer.from(signed.data.signature, 'base64');
  if (!verify(null, Buffer.from(releaseSetText(set)), known.key, bytes))
    throw new Error(`Its signature by the key ${known.id} does not fit its content.`);
  return set;
};

export const setFile = (data: string, environment: string): string => join(data, 'environments', `${environment}.json`);

/** Signs a set with the data folder's key and puts it where the edge of that folder finds it. */
export const writeSignedSet = (data: string, set: EnvironmentSet, environment = set.environment): void =>
  writeAtomically(setFile(data, environment), signedSetText(set, signingKey(data)));
