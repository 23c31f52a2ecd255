import { and, eq, isNull } from 'drizzle-orm';
import { providerNames, type Provider, type ProvenIdentity } from '../../ports/identity.ts';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { identities, users } from '../../db/schema/accounts.ts';
import { sameAddress } from '../accounts/addresses.ts';
import { locationOf, type ClientLocation } from '../accounts/locations.ts';
import { changeUrl, issueLink } from '../accounts/email-hashes.ts';
import { connectionMail } from '../mail/connection.ts';
import { welcomeMail } from '../mail/welcome.ts';
import type { Parts } from '../parts.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { DomainError } from '../domain-error.ts';
import type { Mail } from '../../ports/mail.ts';
import { greetingOf, renderEmail } from '../mail/brand.ts';
import { accountReady, reasons } from '../mail/sentences.ts';

/** The welcome email of an account that was created through an identity provider. */
const socialWelcomeMail = (to: string, firstName: string, provider: string, origin: string): Mail => {
  const name = greetingOf(firstName);
  return {
    to,
    subject: 'Welcome to Atrium',
    ...renderEmail({
      preheader: `Your account is ready. You log in with ${provider}.`,
      heading: name ? `Welcome, ${name}` : 'Welcome',
      paragraphs: [accountReady, `You log in with ${provider}: there is no password to remember.`],
      action: { label: 'Open Atrium', url: `${origin}/` },
      reason: reasons.created(to),
    }),
  };
};

export interface Entry {
  readonly userId: string;
  readonly new: boolean;
}

const ownerOf = async (tx: Tx, { issuer, subject }: ProvenIdentity): Promise<string | undefined> => {
  const [row] = await tx
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return row?.userId;
};

const linkIdentity = async (
  tx: Tx,
  userId: string,
  provider: Provider,
  { issuer, subject }: ProvenIdentity,
): Promise<boolean> => {
  const stored = await tx
    .insert(identities)
    .values({ issuer, subject, userId, provider })
    .onConflictDoNothing()
    .returning({ userId: identities.userId });
  return stored.length > 0;
};

/** Records the provider of an identity that was stored before providers were recorded. */
const nameProvider = async (tx: Tx, provider: Provider, { issuer, subject }: ProvenIdentity): Promise<void> => {
  const unnamed = and(eq(identities.issuer, issuer), eq(identities.subject, subject), isNull(identities.provider));
  await tx.update(identities).set({ provider }).where(unnamed);
};

type MailParts = Pick<Parts, 'config' | 'mail' | 'now'>;

/** Tells the owner of an account that a provider now leads into it, in case somebody else connected it. */
const reportConnection = (
  tx: Tx,
  { config, mail, now }: MailParts,
  { email: to, firstName }: Pick<Viewer, 'email' | 'firstName'>,
  provider: Provider,
): Promise<void> => {
  const facts = { provider: providerNames[provider], time: new Date(now()), origin: config.origins[0], added: true };
  return mail.send(tx, connectionMail({ to, firstName, ...facts }));
};

/**
 * Links the identity to the account with its email address, and notifies the owner by email. Both sides must have verified the address; otherwise it
 * could be anybody's, and the user has to log in to the account first.
 */
const link = async (
  tx: Tx,
  parts: MailParts,
  email: string,
  provider: Provider,
  identity: ProvenIdentity,
): Promise<Entry> => {
  const [user] = await tx
    .select({ id: users.id, email: users.email, firstName: users.firstName, verified: users.emailVerifiedDate })
    .from(users)
    .where(sameAddress(users.email, email));
  if (!user?.verified || !identity.emailVerified) throw new DomainError('account-exists');
  // Of two simultaneous sign-ins of one identity, the other one has linked it.
  if (!(await linkIdentity(tx, user.id, provider, identity)))
    return { userId: (await ownerOf(tx, identity)) ?? user.id, new: false };
  await reportConnection(tx, parts, user, provider);
  return { userId: user.id, new: false };
};

/**
 * The account of a proven identity: the one it is linked to, else the one with its email address if both sides have
 * verified that, else a new one. Fails with `account-exists` or `email-not-shared` if there can be none.
 */
export const accountOf = async (
  parts: Pick<Parts, 'database' | 'config' | 'mail' | 'location' | 'now'>,
  provider: Provider,
  identity: ProvenIdentity,
  from: ClientLocation,
): Promise<Entry> => {
  const { database, config, mail, location, now } = parts;
  const origin = config.origins[0];
  const known = await ownerOf(database.db, identity);
  if (known !== undefined) {
    await nameProvider(database.db, provider, identity);
    return { userId: known, new: false };
  }
  const { email } = identity;
  if (email === undefined) throw new DomainError('email-not-shared', { provider });
  const { country: countryCode = null } = await locationOf(location, from);
  const firstName = identity.firstName ?? email.slice(0, email.indexOf('@'));
  const emailVerifiedDate = identity.emailVerified ? new Date(now()) : null;
  return database.db.transaction(async (tx) => {
    const id = newId();
    const created = await tx
      .insert(users)
      .values({ id, email, firstName, lastName: identity.lastName ?? '', emailVerifiedDate, countryCode })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (created.length === 0) {
      // Of two simultaneous first sign-ins of one identity, the other one has created the account.
      const other = await ownerOf(tx, identity);
      return other === undefined ? link(tx, parts, email, provider, identity) : { userId: other, new: false };
    }
    await linkIdentity(tx, id, provider, identity);
    if (identity.emailVerified)
      await mail.send(tx, socialWelcomeMail(email, firstName, providerNames[provider], origin));
    else {
      const secret = await issueLink(tx, { userId: id, kind: 'confirm', newEmail: email, now: now() });
      await mail.send(tx, welcomeMail({ to: email, firstName, url: changeUrl(origin, secret, email) }));
    }
    return { userId: id, new: true };
  });
};

/**
 * Connects a provider to the account of a signed-in user and notifies them by email. Fails with `identity-taken` if the
 * identity belongs to somebody else; connecting it again changes nothing.
 */
export const connectIdentity = (
  parts: Pick<Parts, 'database' | 'config' | 'mail' | 'now'>,
  user: Pick<Viewer, 'id' | 'email' | 'firstName'>,
  provider: Provider,
  identity: ProvenIdentity,
): Promise<void> =>
  parts.database.db.transaction(async (tx) => {
    if (!(await linkIdentity(tx, user.id, provider, identity))) {
      if ((await ownerOf(tx, identity)) !== user.id) throw new DomainError('identity-taken', { provider });
      return nameProvider(tx, provider, identity);
    }
    return reportConnection(tx, parts, user, provider);
  });
