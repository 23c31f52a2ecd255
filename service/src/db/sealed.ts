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

/** Seals texts, so that whoever has the database alone cannot read them. */
export interface Sealer {
  /** AES-256-GCM under the newest key, with that key's id. */
  readonly seal: (text: string) => string;
}

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
/** A sign that nobody types stands before what is sealed. */
const before = '\u0001sealed:';
const form = /^([0-9a-f]{8}):([\w-]+)$/;
const unreadable = '[This text was sealed with a key that is not here.]';

/**
 * Every key that this process has been given, by id: what was sealed with an older one still opens. Made into an object
 * once: from a buffer that costs more than to open a passage does.
 */
const known = new Map<string, KeyObject>();

/** Their ids by secret: to make a key of one is slow by intention. */
const learnt = new Map<string, string>();

const learn = (secret: string): string => {
  const same = learnt.get(secret);
  if (same !== undefined) return same;
  const key = scryptSync(secret, 'atrium/sealed/1', 32);
  const id = createHash('sha256').update('id').update(key).digest('hex').slice(0, 8);
  known.set(id, createSecretKey(key));
  learnt.set(secret, id);
  return id;
};

/** Seals with the first secret; from now on this process opens what was sealed with any of them. */
export const createSealer = ([newest, ...older]: readonly [string, ...string[]]): Sealer => {
  const id = learn(newest);
  for (const secret of older) learn(secret);
  return {
    seal(text) {
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, known.get(id)!, iv);
      const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
      return `${before}${id}:${Buffer.concat([iv, body, sealing.getAuthTag()]).toString('base64url')}`;
    },
  };
};

/** The text as it was before it was sealed; one that was never sealed is as it is. A sentence where the key is missing. */
export const openSealed = (stored: string): string => {
  const [, id, data] = stored.startsWith(before) ? (form.exec(stored.slice(before.length)) ?? []) : [];
  if (id === undefined || data === undefined) return stored;
  const key = known.get(id);
  const bytes = Buffer.from(data, 'base64url');
  if (!key || bytes.length < ivBytes + tagBytes) return unreadable;
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  opening.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return opening.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + opening.final('utf8');
  } catch {
    // Somebody has changed it: nothing of it is to be trusted.
    return unreadable;
  }
};

/** A text that may be sealed. Reading opens it; whoever writes it seals it, or not. */
export const sealable = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  fromDriver: openSealed,
});
