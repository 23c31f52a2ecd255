import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
  scryptSync,
} from 'node:crypto';
import { customType } from 'drizzle-orm/pg-core';

/** Encrypts texts, so that the database alone does not reveal them. */
export interface Sealer {
  /** Encrypts with AES-256-GCM and the newest key, and adds that key's id. */
  readonly seal: (text: string) => string;
}

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
/** The prefix of encrypted text; it starts with a control character that nobody types. */
const prefix = '\u0001sealed:';
const sealedPattern = /^([0-9a-f]{8}):([\w-]+)$/;
const unreadable = '[This text was sealed with a key that is not here.]';

/**
 * All keys of this process, by id, so that text encrypted with an older key can still be decrypted. They are stored as
 * key objects: creating one from a buffer costs more than decrypting a passage.
 */
const keys = new Map<string, KeyObject>();

/** Key ids by secret: deriving a key is slow by design. */
const keyIds = new Map<string, string>();

const registerKey = (secret: string): string => {
  const same = keyIds.get(secret);
  if (same !== undefined) return same;
  const key = scryptSync(secret, 'atrium/sealed/1', 32);
  const id = createHash('sha256').update('id').update(key).digest('hex').slice(0, 8);
  keys.set(id, createSecretKey(key));
  keyIds.set(secret, id);
  return id;
};

/** Encrypts with the first secret. From now on this process decrypts texts encrypted with any of them. */
export const createSealer = ([newest, ...older]: readonly [string, ...string[]]): Sealer => {
  const id = registerKey(newest);
  for (const secret of older) registerKey(secret);
  return {
    seal(text) {
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, keys.get(id)!, iv);
      const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
      return `${prefix}${id}:${Buffer.concat([iv, body, sealing.getAuthTag()]).toString('base64url')}`;
    },
  };
};

/** Decrypts a stored text; text that is not encrypted is returned as is. Returns a notice if the key is missing. */
export const openSealed = (stored: string): string => {
  const [, id, data] = stored.startsWith(prefix) ? (sealedPattern.exec(stored.slice(prefix.length)) ?? []) : [];
  if (id === undefined || data === undefined) return stored;
  const key = keys.get(id);
  const bytes = Buffer.from(data, 'base64url');
  if (!key || bytes.length < ivBytes + tagBytes) return unreadable;
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  opening.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return opening.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + opening.final('utf8');
  } catch {
    // The text was tampered with, so none of it can be trusted.
    return unreadable;
  }
};

/** A text column that may be encrypted. Reading decrypts it; the writer decides whether to encrypt. */
export const sealable = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  fromDriver: openSealed,
});
