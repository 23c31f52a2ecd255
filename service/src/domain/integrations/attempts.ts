import { randomBytes } from 'node:crypto';
import { and, eq, gt, lte, or } from 'drizzle-orm';
import type { ConsentAttempt, WorkspaceProvider } from '../../ports/consent.ts';
import type { Db } from '../../db/database.ts';
import { consentAttempts } from '../../db/schema/settings.ts';

/** How long a user may take at the provider, in milliseconds. */
const attemptLifetime = 10 * 60 * 1000;

const secret = () => randomBytes(32).toString('base64url');

/** Starts a consent of the user. Their earlier one with the same provider ends, and expired ones are removed. */
export const startAttempt = async (
  db: Db,
  { userId, provider, redirectUri }: { userId: string; provider: WorkspaceProvider; redirectUri: string },
  now: number,
): Promise<ConsentAttempt> => {
  await db
    .delete(consentAttempts)
    .where(
      or(
        lte(consentAttempts.expires, new Date(now)),
        and(eq(consentAttempts.userId, userId), eq(consentAttempts.provider, provider)),
      ),
    );
  const attempt = { state: secret(), nonce: secret(), verifier: secret(), redirectUri };
  await db.insert(consentAttempts).values({ ...attempt, userId, provider, expires: new Date(now + attemptLifetime) });
  return attempt;
};

/** Consumes the consent that the user started with that state; a second call finds nothing. */
export const consumeAttempt = async (
  db: Db,
  { userId, provider, state }: { userId: string; provider: WorkspaceProvider; state: string },
  now: number,
): Promise<ConsentAttempt | undefined> => {
  const [row] = await db
    .delete(consentAttempts)
    .where(
      and(
        eq(consentAttempts.state, state),
        eq(consentAttempts.userId, userId),
        eq(consentAttempts.provider, provider),
        gt(consentAttempts.expires, new Date(now)),
      ),
    )
    .returning();
  return row;
};
