import { and, eq, lt } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { sessions } from '../../db/schema/accounts.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** A session ends after this long without use, in milliseconds. */
export const idle = 30 * day;
/** The shortest time between two recorded uses, in milliseconds. */
const writeInterval = 5 * minute;

export interface SessionUse {
  readonly hash: string;
  readonly lastUsedDate: Date;
  readonly expires: Date;
}

/** Finds the readable location of the request; undefined if unknown. */
export type FindLocation = () => Promise<string | undefined>;

/**
 * Records that a session is in use, and extends it. The request does not wait for this: a failure is logged, and the
 * next request tries again.
 */
export const createUseRecorder = (
  db: Db,
  now: () => number,
  log: { warn(details: object, message: string): void },
): ((use: SessionUse, findLocation?: FindLocation) => void) => {
  const inFlight = new Set<string>();

  const write = async ({ hash, expires }: SessionUse, findLocation: FindLocation | undefined): Promise<void> => {
    const at = now();
    await db
      .update(sessions)
      .set({
        lastUsedDate: new Date(at),
        ...(expires.getTime() - at > idle - day ? {} : { expires: new Date(at + idle) }),
        ...(findLocation ? { place: (await findLocation()) ?? null } : {}),
      })
      .where(and(eq(sessions.tokenHash, hash), lt(sessions.lastUsedDate, new Date(at))));
  };

  return (use, findLocation) => {
    if (now() - use.lastUsedDate.getTime() < writeInterval || inFlight.has(use.hash)) return;
    inFlight.add(use.hash);
    write(use, findLocation)
      .catch((error: unknown) => log.warn({ err: error }, 'The last use of a session could not be stored.'))
      .finally(() => inFlight.delete(use.hash));
  };
};
