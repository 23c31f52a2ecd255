import { and, count, eq } from 'drizzle-orm';
import { type Provider, providerNames } from '../../ports/identity.ts';
import type { Tx } from '../../db/database.ts';
import { identities, passkeys, users } from '../../db/schema/accounts.ts';
import { DomainError } from '../domain-error.ts';
import { connectionMail } from '../mail/connection.ts';
import { passkeyRemovedMail } from '../mail/passkeys.ts';
import type { Parts } from '../parts.ts';

/** Issuers of identities that were stored before the provider was recorded. */
const issuers: readonly (readonly [host: string, provider: Provider])[] = [
  ['accounts.google.com', 'google'],
  ['appleid.apple.com', 'apple'],
  ['login.microsoftonline.com', 'azure'],
];
const providerOf = ({ provider, issuer }: typeof identities.$inferSelect): Provider | undefined =>
  provider ?? issuers.find(([host]) => issuer.includes(`//${host}`))?.[1];

const identitiesOf = (tx: Pick<Tx, 'select'>, userId: string) =>
  tx.select().from(identities).where(eq(identities.userId, userId)).orderBy(identities.createdDate);

export interface SignInMethods {
  readonly password: boolean;
  readonly passkeys: number;
  /** Each provider once, with the date of its first connection. */
  readonly connections: readonly { readonly provider: Provider; readonly createdDate: Date }[];
}

/** The methods with which a user can log in. */
export const readSignInMethods = async (tx: Pick<Tx, 'select'>, userId: string): Promise<SignInMethods> => {
  const [user] = await tx.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId));
  const [keys] = await tx.select({ all: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  const connections = new Map<Provider, Date>();
  for (const row of await identitiesOf(tx, userId)) {
    const provider = providerOf(row);
    if (provider && !connections.has(provider)) connections.set(provider, row.createdDate);
  }
  return {
    password: typeof user?.hash === 'string',
    passkeys: keys?.all ?? 0,
    connections: [...connections].map(([provider, createdDate]) => ({ provider, createdDate })),
  };
};

/** Removals of a user's sign-in methods are serialized: two at once could remove the last two. */
const lockUser = async (tx: Tx, userId: string): Promise<void> => {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
};

const requireSignInMethod = async (tx: Tx, userId: string): Promise<void> => {
  const { password, passkeys: keys, connections } = await readSignInMethods(tx, userId);
  if (!password && keys === 0 && connections.length === 0) throw new DomainError('last-way-in');
};

type RemovalParts = Pick<Parts, 'database' | 'mail' | 'config' | 'now'>;

interface Owner {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
}

/**
 * Removes one of the user's passkeys and notifies the user by email; false if the user has no such passkey. Fails with
 * `last-way-in` for the last one.
 */
export const removePasskey = (
  { database, mail, config, now }: RemovalParts,
  user: Owner,
  id: string,
): Promise<boolean> =>
  database.db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    const removed = await tx.delete(passkeys).where(and(eq(passkeys.id, id), eq(passkeys.userId, user.id)));
    if ((removed.rowCount ?? 0) === 0) return false;
    await requireSignInMethod(tx, user.id);
    const { email: to, firstName } = user;
    await mail.send(tx, passkeyRemovedMail({ to, firstName, time: new Date(now()), origin: config.origins[0] }));
    return true;
  });

/**
 * Disconnects a provider from the account and notifies the user by email. Fails with `last-way-in` for the last one.
 */
export const removeConnection = (
  { database, mail, config, now }: RemovalParts,
  user: Owner,
  provider: Provider,
): Promise<void> =>
  database.db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    const own = (await identitiesOf(tx, user.id)).filter((row) => providerOf(row) === provider);
    if (own.length === 0) return;
    for (const { issuer, subject } of own)
      await tx.delete(identities).where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
    await requireSignInMethod(tx, user.id);
    const { email: to, firstName } = user;
    const [time, origin] = [new Date(now()), config.origins[0]];
    await mail.send(
      tx,
      connectionMail({ to, firstName, provider: providerNames[provider], time, origin, added: false }),
    );
  });
