import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, lt, notExists, notInArray, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Job } from '../../ports/jobs.ts';
import type { Database, Db } from '../../db/database.ts';
import {
  devices,
  emailHashes,
  passkeyChallenges,
  pushTokens,
  sessions,
  signInAttempts,
} from '../../db/schema/accounts.ts';
import { changes } from '../../db/schema/changes.ts';
import { paymentSessions } from '../../db/schema/billing.ts';
import { mails } from '../../db/schema/mail.ts';

const day = 24 * 60 * 60 * 1000;
/** How long an ended checkout can still show its outcome, in milliseconds. */
const checkoutRetention = 7 * day;
/**
 * How long a checkout stays open after its page has expired, in milliseconds: its payment can be on its way for weeks, as
 * from a bank, and without the checkout nobody would get what it pays for.
 */
const pendingRetention = 90 * day;
/** The browser has dropped its token by then. */
const deviceRetention = 400 * day;
/** No delivery is attempted after this time. */
const undeliverableRetention = 7 * day;
/** The number of delivered emails that are retained; the mailbox page shows the newest of them. */
export const maxEmails = 500;

const removeSessions = (db: Db, now: number) => db.delete(sessions).where(lt(sessions.expires, new Date(now)));

/** Browsers that are no longer signed in, and those that never subscribed. */
const removePushTokens = (db: Db) =>
  db
    .delete(pushTokens)
    .where(notExists(db.select().from(sessions).where(eq(sessions.tokenHash, pushTokens.sessionHash))));

const removeEmailHashes = (db: Db, now: number) =>
  db.delete(emailHashes).where(or(lt(emailHashes.expires, new Date(now)), isNotNull(emailHashes.usedDate)));

const removeSignInAttempts = (db: Db, now: number) =>
  db.delete(signInAttempts).where(lt(signInAttempts.expires, new Date(now)));

const removePasskeyChallenges = (db: Db, now: number) =>
  db.delete(passkeyChallenges).where(lt(passkeyChallenges.expires, new Date(now)));

/** The user's last browser is retained: it shows that the user has signed in before. */
const removeDevices = (db: Db, now: number) => {
  const later = alias(devices, 'later');
  const newer = and(eq(later.userId, devices.userId), gt(later.lastUsedDate, devices.lastUsedDate));
  return db
    .delete(devices)
    .where(
      and(lt(devices.lastUsedDate, new Date(now - deviceRetention)), exists(db.select().from(later).where(newer))),
    );
};

const removePaymentSessions = (db: Db, now: number) => {
  const endedBefore = (ms: number) => lt(paymentSessions.expires, new Date(now - ms));
  const ended = and(inArray(paymentSessions.status, ['opening', 'expired']), endedBefore(checkoutRetention));
  const forgotten = and(eq(paymentSessions.status, 'open'), endedBefore(pendingRetention));
  return db.delete(paymentSessions).where(or(ended, forgotten));
};

const removeEmails = (db: Db, now: number) => {
  const newest = db.select({ id: mails.id }).from(mails).orderBy(desc(mails.id)).limit(maxEmails);
  const old = and(isNotNull(mails.sentDate), notInArray(mails.id, newest));
  const undeliverable = and(
    isNull(mails.sentDate),
    isNotNull(mails.error),
    lt(mails.createdDate, new Date(now - undeliverableRetention)),
  );
  return db.delete(mails).where(or(old, undeliverable));
};

/** A client that was away for longer reloads everything. */
const removeChanges = (db: Db, now: number) => db.delete(changes).where(lt(changes.createdDate, new Date(now - day)));

/** Removes expired data that nobody reads any more. */
export const housekeeping = ({ db }: Database, now: () => number = Date.now): readonly Job[] => [
  { name: 'remove-sessions', every: 'hour', run: () => removeSessions(db, now()) },
  { name: 'remove-push-tokens', every: 'hour', run: () => removePushTokens(db) },
  { name: 'remove-changes', every: 'hour', run: () => removeChanges(db, now()) },
  { name: 'remove-email-hashes', every: 'hour', run: () => removeEmailHashes(db, now()) },
  { name: 'remove-sign-in-attempts', every: 'hour', run: () => removeSignInAttempts(db, now()) },
  { name: 'remove-passkey-challenges', every: 'hour', run: () => removePasskeyChallenges(db, now()) },
  { name: 'remove-devices', every: 'day', run: () => removeDevices(db, now()) },
  { name: 'remove-payment-sessions', every: 'day', run: () => removePaymentSessions(db, now()) },
  { name: 'remove-emails', every: 'day', run: () => removeEmails(db, now()) },
];
