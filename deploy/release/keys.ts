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

/** A public Ed25519 key, and the id by which signatures refer to it. */
export interface TrustedKey {
  readonly id: string;
  readonly key: KeyObject;
}
export interface SigningKey extends TrustedKey {
  readonly secret: KeyObject;
}

const ed25519 = (key: KeyObject, where: string): KeyObject => {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${where} does not contain an Ed25519 key.`);
  return key;
};

/** The first 16 hexadecimal characters of the SHA-256 of the key's SubjectPublicKeyInfo. */
const idOf = (key: KeyObject) =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);

const trusted = (key: KeyObject): TrustedKey => ({ id: idOf(key), key });

/** A PEM text from a variable, or from the file that the variable names. */
const pem = (value: string, variable: string): string => {
  if (value.includes('-----BEGIN')) return value.replaceAll('\\n', '\n');
  if (!existsSync(value)) throw new Error(`${variable} is neither a PEM text nor a file that exists.`);
  try {
    return readFileSync(value, 'utf8');
  } catch (error) {
    const user = process.getuid?.() ?? 'of this process';
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Error(`${variable} is a file that the user ${user} cannot read: ${value} (${reason}).`, { cause: error });
  }
};

/**
 * What a key pair is for: the variables for the secret and the public keys, and the file in the data folder without
 * them.
 */
interface Purpose {
  readonly secret: string;
  readonly trust: string;
  readonly file: string;
}
/** Signs what edges serve. */
const releases: Purpose = { secret: 'ATRIUM_RELEASE_KEY', trust: 'ATRIUM_RELEASE_TRUST', file: 'release.pem' };
/** Signs what operators request. The operator page has this key, which cannot sign releases. */
export const requests: Purpose = { secret: 'ATRIUM_REQUEST_KEY', trust: 'ATRIUM_REQUEST_TRUST', file: 'requests.pem' };

const keyFile = (data: string, { file }: Purpose) => join(data, 'keys', file);

const localSecret = (file: string): KeyObject => {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const { privateKey } = generateKeyPairSync('ed25519');
    try {
      writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Another process created it at the same moment.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  return createPrivateKey(readFileSync(file, 'utf8'));
};

/**
 * The key that signs release sets: ATRIUM_RELEASE_KEY (PKCS #8 as PEM, or a file with it), otherwise a key in the data
 * folder that is created when it is first needed. Throws a sentence if the variable does not contain an Ed25519 key.
 * Other purposes have their own variables and files.
 */
export const signingKey = (data: string, env: NodeJS.ProcessEnv = process.env, purpose = releases): SigningKey => {
  const given = env[purpose.secret];
  const where = given ? purpose.secret : keyFile(data, purpose);
  const secret = ed25519(given ? createPrivateKey(pem(given, where)) : localSecret(where), where);
  return { ...trusted(createPublicKey(secret)), secret };
};

const pemBlock = /-----BEGIN [\s\S]+?-----END [^-]+-----/g;

/**
 * The keys whose release sets the edge serves: ATRIUM_RELEASE_TRUST (concatenated public keys as PEM, or a file with
 * them: two while a key is being replaced), otherwise the data folder's own key. Throws a sentence if there is none.
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
  if (keys.length === 0) throw new Error(`${purpose.trust} does not contain a public key.`);
  return keys;
};

const signature = () => z.object({ key: z.string(), signature: z.string() });

/** Signs a text; the signature includes the key's id. */
export const signatureBy = ({ id, secret }: SigningKey, text: string) => ({
  key: id,
  signature: sign(null, Buffer.from(text), secret).toString('base64'),
});

/** Throws a sentence unless a trusted key signed the text. */
export const verifySignature = (given: unknown, text: string, keys: readonly TrustedKey[]): void => {
  const signed = signature().safeParse(given);
  if (!signed.success) throw new SetRefusal('unsigned', 'It is not signed.');
  const known = keys.find(({ id }) => id === signed.data.key);
  if (!known) throw new SetRefusal('untrusted', `It is signed by the key ${signed.data.key}, which is not trusted.`);
  if (!verify(null, Buffer.from(text), known.key, Buffer.from(signed.data.signature, 'base64')))
    throw new SetRefusal('forged', `Its signature by the key ${known.id} does not match its content.`);
};
