import { createHash, randomBytes } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { BROWSER_MAP, OS_MAP, parse } from 'bowser';
import type { Database, Tx } from '../../db/database.ts';
import { devices, unknownDevice, users } from '../../db/schema/accounts.ts';
import type { Parts } from '../parts.ts';
import { newDeviceMail } from '../mail/new-device.ts';

/** Long enough for every browser; the remainder of a longer name is not parsed. */
const parsedLength = 512;
const browsers: ReadonlySet<string> = new Set(Object.values(BROWSER_MAP));
const systems: ReadonlySet<string> = new Set(Object.values(OS_MAP));

/**
 * The name of a browser, such as `Chrome on Windows`. Only names that the library knows are used, because a browser may
 * send any text.
 */
export const deviceName = (userAgent: string | undefined): string => {
  if (userAgent === undefined || userAgent === '') return unknownDevice;
  const { browser, os, platform } = parse(userAgent.slice(0, parsedLength));
  if (os.name === undefined || !systems.has(os.name)) return unknownDevice;
  const system = platform.model === 'iPhone' || platform.model === 'iPad' ? platform.model : os.name;
  if (browser.name === undefined || !browsers.has(browser.name)) return system;
  return `${browser.name.replaceAll(/^Microsoft | for Android$/g, '')} on ${system}`;
};

/** The hash includes the user, so that the table does not show which users share a browser. */
const hashOf = (userId: string, token: string) => createHash('sha256').update(`${userId} ${token}`).digest('hex');

const isToken = (token: string | undefined): token is string => token !== undefined && /^[\w-]{43}$/.test(token);

/**
 * The key of a browser that the user has signed in with before. The lookup takes as long for a `userId` that nobody
 * has. The key reveals neither the browser nor the user.
 */
export const knownBrowser = async (
  { db }: Pick<Database, 'db'>,
  deviceToken: string | undefined,
  userId: string,
): Promise<{ key: string } | undefined> => {
  if (!isToken(deviceToken)) return undefined;
  const deviceHash = hashOf(userId, deviceToken);
  const known = and(eq(devices.userId, userId), eq(devices.deviceHash, deviceHash));
  const found = await db.select({ key: devices.deviceHash }).from(devices).where(known);
  return found[0];
};

/**
 * Stores the browser of a sign-in and returns its token. A user who signed in before with another browser gets an
 * email, which is stored in the same transaction as the browser.
 */
export const rememberDevice = async (
  { config, database, mail }: Pick<Parts, 'config' | 'database' | 'mail'>,
  deviceToken: string | undefined,
  userId: string,
  at: { readonly device: string; readonly place: string | undefined; readonly time: Date },
): Promise<string> => {
  const token = isToken(deviceToken) ? deviceToken : randomBytes(32).toString('base64url');
  const deviceHash = hashOf(userId, token);
  const known = and(eq(devices.userId, userId), eq(devices.deviceHash, deviceHash));
  const used = await database.db.update(devices).set({ lastUsedDate: at.time }).where(known);
  if ((used.rowCount ?? 0) > 0) return token;
  await database.db.transaction(async (tx) => {
    const [before] = await tx
      .select({ deviceHash: devices.deviceHash })
      .from(devices)
      .where(eq(devices.userId, userId))
      .limit(1);
    await tx
      .insert(devices)
      .values({ userId, deviceHash, createdDate: at.time, lastUsedDate: at.time })
      .onConflictDoNothing();
    if (!before) return;
    const [user] = await tx
      .select({ to: users.email, firstName: users.firstName })
      .from(users)
      .where(eq(users.id, userId));
    if (user) await mail.send(tx, newDeviceMail({ ...user, ...at, origin: config.origins[0] }));
  });
  return token;
};

/**
 * Makes all browsers of the user unknown except the caller's, when a password is replaced: one of them may be an
 * intruder's. Then the next sign-in there sends an email again, and its attempts are limited as those of strangers.
 */
export const forgetDevices = async (tx: Tx, userId: string, deviceToken: string | undefined): Promise<void> => {
  const others = isToken(deviceToken) ? ne(devices.deviceHash, hashOf(userId, deviceToken)) : undefined;
  const forgotten = await tx.delete(devices).where(and(eq(devices.userId, userId), others));
  if ((forgotten.rowCount ?? 0) === 0) return;
  // A row that no browser matches, because a user without any is taken for one who signs in for the first time.
  await tx.insert(devices).values({ userId, deviceHash: hashOf(userId, randomBytes(32).toString('base64url')) });
};
