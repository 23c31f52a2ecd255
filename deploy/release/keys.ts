import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { SetRefusal } from './set-problem.ts';

/** A public Ed25519 key and the id that signatures name it by. */
export interface TrustedKey {
  readonly id: string;
  readonly key: KeyObject;
}
export interface SigningKey extends TrustedKey {
  readonly secret: KeyObject;
}

const ed25519 = (key: KeyObject, where: string): KeyObject => {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${where} holds no Ed25519 key.`);
  return key;
};

/** First 16 characters of the SHA-256 of the key's SubjectPublicKeyInfo, in hexadecimal. */
const idOf = (key: KeyObject) =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);

const trusted = (key: KeyObject): TrustedKey => ({ id: idOf(key), key });

/** PEM as it stands in a variable, or the file that the variable names. */
const pem = (value: string, variable: string): string => {
  if (value.includes('-----BEGIN')) return value.replaceAll('\\n', '\n');
  if (!existsSync(value)) throw new Error(`${variable} is neither a PEM text nor a file that exists.`);
  return readFileSync(value, 'utf8');
};

/** What a pair of keys is for: where the secret and the public ones are given, and the file in the data folder without them. */
interface Purpose {
  readonly secret: string;
  readonly trust: string;
  readonly file: string;
}
/** Signs what edges serve. */
const releases: Purpose = { secret: 'ATRIUM_RELEASE_KEY', trust: 'ATRIUM_RELEASE_TRUST', file: 'release.pem' };
/** Signs what operators request: the operator page has it, and no right to sign a release with it. */
export const requests: Purpose = { secret: 'ATRIUM_REQUEST_KEY', trust: 'ATRIUM_REQUEST_TRUST', file: 'requests.pem' };

const keyFile = (data: string, { file }: Purpose) => join(data, 'keys', file);

const localSecret = (file: string): KeyObject => {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const { privateKey } = generateKeyPairSync('ed25519');
    try {
      writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Another process made it in this instant.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  return createPrivateKey(readFileSync(file, 'utf8'));
};

/**
 * What signs release sets: ATRIUM_RELEASE_KEY (PKCS #8 as PEM, or a file of it), else a key of its own in the data
 * folder, made when it is first needed. Throws a sentence where the variable holds no Ed25519 key. Other purposes have
 * variables and files of their own.
 */
export const signingKey = (data: string, env: NodeJS.ProcessEnv = process.env, purpose = releases): SigningKey => {
  const given = env[purpose.secret];
  const where = given ? purpose.secret : keyFile(data, purpose);
  const secret = ed25519(given ? createPrivateKey(pem(given, where)) : localSecret(where), where);
  return { ...trusted(createPublicKey(secret)), secret };
};

const pemBlock = /-----BEGIN [\s\S]+?-----END [^-]+-----/g;

/**
 * Whose release sets the edge serves: ATRIUM_RELEASE_TRUST (public keys as PEM, one after the other, or a file of them:
 * two while a key is changed), else the data folder's own key. Throws a sentence where there is none.
 */
export const trustedKeys = (
  data: string,
  env: NodeJS.ProcessEnv = process.env,
  purpose = releases,
): readonly TrustedKey[] => {
  const given = env[purpose.trust];
  if (!given) return [signingKey(data, env, purpose)];
  const blocks = pem(given, purpose.trust).match(pemBlock) ?? [];
  const keys = blocks.map((block) => trusted(ed25519(createPublicKey(block), purpose.trust)));
  if (keys.length === 0) throw new Error(`${purpose.trust} holds no public key.`);
  return keys;
};

const signature = () => z.object({ key: z.string(), signature: z.string() });

/** Signs a text; the signature names the key. */
export const signatureBy = ({ id, secret }: SigningKey, text: string) => ({
  key: id,
  signature: sign(null, Buffer.from(text), secret).toString('base64'),
});

/** Throws a sentence where nobody who is trusted signed the text. */
export const verifySignature = (given: unknown, text: string, keys: readonly TrustedKey[]): void => {
  const signed = signature().safeParse(given);
  if (!signed.success) throw new SetRefusal('unsigned', 'It is not signed.');
  const known = keys.find(({ id }) => id === signed.data.key);
  if (!known) throw new SetRefusal('untrusted', `It is signed by the key ${signed.data.key}, which is not trusted.`);
  if (!verify(null, Buffer.from(text), known.key, Buffer.from(signed.data.signature, 'base64')))
    throw new SetRefusal('forged', `Its signature by the key ${known.id} does not fit its content.`);
};
