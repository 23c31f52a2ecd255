import { isIP } from 'node:net';
import type { passkeys as calls } from '@atrium/shared-kernel/contracts/calls';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { and, desc, eq, exists, gt, isNull } from 'drizzle-orm';
import type { Limit } from '../../ports/limits.ts';
import type { Db, Tx } from '../../db/database.ts';
import { passkeyChallenges, passkeys, users } from '../../db/schema/accounts.ts';
import { DomainError } from '../domain-error.ts';

/** A credential as a browser sends it; its response is not validated yet. */
export type Credential = Infer<typeof calls.finishPasskeyLogin.input>['credential'];
export type Passkey = typeof passkeys.$inferSelect;

export const passkeysOfUser = 20;
/** How long a browser may take to get an answer from its user, in milliseconds. */
export const challengeLifetime = 5 * 60_000;

export const passkeyLoginOfAddress: Limit = { name: 'passkey-login-address', points: 60, seconds: 60 };
export const passkeyChallengeOfAddress: Limit = { name: 'passkey-question-address', points: 120, seconds: 60 };
export const passkeyChallengeOfUser: Limit = { name: 'passkey-question-user', points: 30, seconds: 60 };

/** The library takes 0.25 s and 25 MB to load, so it is loaded only once somebody uses a passkey. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/**
 * The relying party of a passkey: the host of the page. Fails with `address-without-name` for an IP address, which
 * cannot be one.
 */
export const relyingPartyOf = (origin: string): { readonly rpID: string; readonly origin: string } => {
  const { hostname } = new URL(origin);
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) throw new DomainError('address-without-name');
  return { rpID: hostname, origin };
};

/** The opaque handle under which a passkey stores its user. */
export const handleOf = (userId: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(userId, 'utf8'));

/**
 * Stores a challenge until a passkey answers it: for a user who registers one, or, with null, for anybody who logs in.
 */
export const storeChallenge = async (db: Db, challenge: string, userId: string | null): Promise<void> => {
  await db.insert(passkeyChallenges).values({ challenge, userId, expires: new Date(Date.now() + challengeLifetime) });
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Clients may send anything; invalid JSON answers no challenge.
    return undefined;
  }
};

/** The challenge that a credential claims to answer. */
const challengeIn = ({ response }: Credential): string | undefined => {
  const { clientDataJSON } = response;
  if (typeof clientDataJSON !== 'string') return undefined;
  const data = parsed(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
  const { challenge } = (data ?? {}) as { challenge?: unknown };
  return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : undefined;
};

/**
 * Consumes the challenge that the credential answers, even if the log-in then fails. Undefined if it was never issued
 * or has expired.
 */
export const consumeChallenge = async (
  db: Db,
  credential: Credential,
  userId: string | null,
): Promise<string | undefined> => {
  const challenge = challengeIn(credential);
  if (challenge === undefined) return undefined;
  const [consumed] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expires, new Date()),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return consumed?.challenge;
};

/** The passkeys of a user, newest first. */
export const listPasskeys = (db: Db, userId: string): Promise<Passkey[]> =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.createdDate), desc(passkeys.id));

/** Renames one of the user's passkeys; false if the user has no such passkey. */
export const renamePasskey = async (db: Db, userId: string, id: string, name: string): Promise<boolean> => {
  const renamed = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)));
  return (renamed.rowCount ?? 0) > 0;
};

/**
 * Removes the passkeys of an account whose email address is unverified, before its owner takes it over by email: the
 * user who registered with that address need not be its owner. Returns how many there were.
 */
export const removeUnverifiedPasskeys = async (tx: Tx, userId: string): Promise<number> => {
  const unverified = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedDate)));
  const removed = await tx.delete(passkeys).where(and(eq(passkeys.userId, userId), exists(unverified)));
  return removed.rowCount ?? 0;
};
