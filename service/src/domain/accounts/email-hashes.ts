import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { emailHashes, users } from '../../db/schema/accounts.ts';
import { DomainError } from '../domain-error.ts';
import type { Parts } from '../parts.ts';
import { sameAddress } from './addresses.ts';
import { consumePoints, linkOfAddress } from './limits.ts';
import { networkOf } from './networks.ts';

type Kind = (typeof emailHashes.$inferSelect)['kind'];

const hour = 60 * 60 * 1000;
/** How long a link is valid, in milliseconds. */
export const linkLifetime: Readonly<Record<Kind, number>> = { reset: hour, change: 24 * hour, confirm: 24 * hour };

/** Locks the user's row before their links change, so that two changes cannot deadlock. */
const lockUser = (tx: Tx, userId: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

interface NewLink {
  readonly userId: string;
  readonly kind: Kind;
  /** The address that the link verifies; undefined for a password reset. */
  readonly newEmail?: string;
  readonly now: number;
}

/**
 * Creates the secret of an email link; only its hash is stored. The user's older links of that kind become invalid,
 * even when two are requested at once. Reset links stay valid until one of them is used.
 */
export const issueLink = async (tx: Tx, { userId, kind, newEmail, now }: NewLink): Promise<string> => {
  const secret = randomBytes(32).toString('base64url');
  await lockUser(tx, userId);
  // Anybody may request a reset, so a request must not invalidate the link that the owner is about to follow.
  if (kind !== 'reset')
    await tx.delete(emailHashes).where(and(eq(emailHashes.userId, userId), eq(emailHashes.kind, kind)));
  await tx.insert(emailHashes).values({
    hash: hashOf(secret),
    userId,
    kind,
    newEmail: newEmail ?? null,
    createdDate: new Date(now),
    expires: new Date(now + linkLifetime[kind]),
  });
  return secret;
};

interface PresentedLink {
  readonly secret: string;
  readonly kinds: readonly Kind[];
  /** The address that the link contains in addition to the secret. */
  readonly newEmail?: string;
  readonly now: number;
}

const matching = ({ secret, kinds, newEmail, now }: PresentedLink): SQL | undefined =>
  and(
    eq(emailHashes.hash, hashOf(secret)),
    inArray(emailHashes.kind, [...kinds]),
    newEmail === undefined ? undefined : sameAddress(emailHashes.newEmail, newEmail),
    isNull(emailHashes.usedDate),
    gt(emailHashes.expires, new Date(now)),
  );

/** The user whose link would be accepted now. */
const linkHolder = async (tx: Tx, link: PresentedLink): Promise<string | undefined> => {
  const [found] = await tx.select({ userId: emailHashes.userId }).from(emailHashes).where(matching(link));
  return found?.userId;
};

/**
 * The same, before any costly work. An invalid link fails with `invalid-link` and takes a point of its network, or fails
 * with `too-many-attempts`.
 */
export const requireLink = async (
  parts: Pick<Parts, 'database' | 'limits'>,
  link: PresentedLink,
  ip: string,
): Promise<string> => {
  const holder = await linkHolder(parts.database.db, link);
  if (holder !== undefined) return holder;
  await consumePoints(parts, [[linkOfAddress, networkOf(ip)]], 'too-many-attempts');
  throw new DomainError('invalid-link');
};

/**
 * Uses up the link in one statement, so that only one of several simultaneous requests gets it. Undefined if the link
 * is not valid.
 */
export const consumeLink = async (tx: Tx, link: PresentedLink) => {
  const holder = await linkHolder(tx, link);
  if (holder === undefined) return undefined;
  await lockUser(tx, holder);
  const [consumed] = await tx
    .update(emailHashes)
    .set({ usedDate: new Date(link.now) })
    .where(matching(link))
    .returning({ userId: emailHashes.userId, kind: emailHashes.kind, newEmail: emailHashes.newEmail });
  return consumed;
};

/** Invalidates all unused links of the user: they may be in a mailbox that is no longer theirs. */
export const voidLinks = async (tx: Tx, userId: string): Promise<void> => {
  await tx.delete(emailHashes).where(and(eq(emailHashes.userId, userId), isNull(emailHashes.usedDate)));
};

/** The URL for setting a new password. */
export const resetUrl = (origin: string, secret: string): string =>
  `${origin}/auth/set?${new URLSearchParams({ resetHash: secret })}`;

/** The URL for verifying an address: a new one, or that of the sign-up. */
export const changeUrl = (origin: string, secret: string, newEmail: string): string =>
  `${origin}/auth/change?${new URLSearchParams({ changeHash: secret, newEmail })}`;
