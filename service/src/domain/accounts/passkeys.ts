import { isIP } from 'node:net';
import type { passkeys as calls } from '@atrium/shared-kernel/contracts/calls';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { and, desc, eq, exists, gt, isNull } from 'drizzle-orm';
import type { Limit } from '../../ports/limits.ts';
import type { Db, Tx } from '../../db/database.ts';
import { passkeyChallenges, passkeys, users } from '../../db/schema/accounts.ts';
import { DomainError } from '../domain-error.ts';

/** A credential as a browser sends it; of its response nothing is known yet. */
export type Credential = Infer<typeof calls.finishPasskeyLogin.input>['credential'];
export type Passkey = typeof passkeys.$inferSelect;

export const passkeysOfUser = 20;
/** For as long, in milliseconds, a browser may take to ask its user. */
export const questionTime = 5 * 60_000;

export const passkeyLoginOfAddress: Limit = { name: 'passkey-login-address', points: 60, seconds: 60 };
export const passkeyQuestionOfAddress: Limit = { name: 'passkey-question-address', points: 120, seconds: 60 };
export const passkeyQuestionOfUser: Limit = { name: 'passkey-question-user', points: 30, seconds: 60 };

/** The library takes a quarter of a second and 25 MB to load: only where somebody uses a passkey. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** Whom a passkey trusts: the host of the page that asks. Throws 400 where it has no name. */
export const relyingPartyOf = (origin: string): { readonly rpID: string; readonly origin: string } => {
  const { hostname } = new URL(origin);
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) throw new DomainError('address-without-name');
  return { rpID: hostname, origin };
};

/** The name by which a passkey keeps its user; bytes, of which nobody reads anything. */
export const handleOf = (userId: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(userId, 'utf8'));

/** Keeps a challenge until its passkey answers: for a user who registers one, or for whoever logs in. */
export const storeChallenge = async (db: Db, challenge: string, userId: string | null): Promise<void> => {
  await db.insert(passkeyChallenges).values({ challenge, userId, expires: new Date(Date.now() + questionTime) });
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Anybody may send anything: what is no JSON answers no challenge.
    return undefined;
  }
};

/** The challenge that a credential says it answers. */
const challengeIn = ({ response }: Credential): string | undefined => {
  const { clientDataJSON } = response;
  if (typeof clientDataJSON !== 'string') return undefined;
  const data = parsed(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
  const { challenge } = (data ?? {}) as { challenge?: unknown };
  return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : undefined;
};

/** Takes the challenge that the credential answers, once, whatever comes of it; none that was not asked, or too long ago. */
export const consumeChallenge = async (
  db: Db,
  credential: Credential,
  userId: string | null,
): Promise<string | undefined> => {
  const challenge = challengeIn(credential);
  if (challenge === undefined) return undefined;
  const [taken] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expires, new Date()),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return taken?.challenge;
};

/** The passkeys of a user, newest first. */
export const listPasskeys = (db: Db, userId: string): Promise<Passkey[]> =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.createdDate), desc(passkeys.id));

/** Gives one of the user's passkeys another name; false where the user has no such passkey. */
export const renamePasskey = async (db: Db, userId: string, id: string, name: string): Promise<boolean> => {
  const renamed = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)));
  return (renamed.rowCount ?? 0) > 0;
};

/**
 * Removes the passkeys of an account whose address nobody has proved yet: before its owner takes it over by mail, for
 * whoever opened it with that address need not be the owner.
 */
export const removeUnverifiedPasskeys = async (tx: Tx, userId: string): Promise<void> => {
  const unverified = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedDate)));
  await tx.delete(passkeys).where(and(eq(passkeys.userId, userId), exists(unverified)));
};
