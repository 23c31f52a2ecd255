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

const keyFile = (data: string) => join(data, 'keys/release.pem');

const localSecret = (data: string): KeyObject => {
  const file = keyFile(data);
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
 * folder, made when it is first needed. Throws a sentence where the variable holds no Ed25519 key.
 */
export const signingKey = (data: string, env: NodeJS.ProcessEnv = process.env): SigningKey => {
  const given = env['ATRIUM_RELEASE_KEY'];
  const where = given ? 'ATRIUM_RELEASE_KEY' : keyFile(data);
  const secret = ed25519(given ? createPrivateKey(pem(given, where)) : localSecret(data), where);
  return { ...trusted(createPublicKey(secret)), secret };
};

const pemBlock = /-----BEGIN [\s\S]+?-----END [^-]+-----/g;

/**
 * Whose release sets the edge serves: ATRIUM_RELEASE_TRUST (public keys as PEM, one after the other, or a file of them:
 * two while a key is changed), else the data folder's own key. Throws a sentence where there is none.
 */
export const trustedKeys = (data: string, env: NodeJS.ProcessEnv = process.env): readonly TrustedKey[] => {
  const given = env['ATRIUM_RELEASE_TRUST'];
  if (!given) return [signingKey(data, env)];
  const blocks = pem(given, 'ATRIUM_RELEASE_TRUST').match(pemBlock) ?? [];
  const keys = blocks.map((block) => trusted(ed25519(createPublicKey(block), 'ATRIUM_RELEASE_TRUST')));
  if (keys.length === 0) throw new Error('ATRIUM_RELEASE_TRUST holds no public key.');
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
