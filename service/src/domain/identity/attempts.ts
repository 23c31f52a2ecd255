import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Attempt, Provider } from '../../ports/identity.ts';
import type { Database } from '../../db/database.ts';
import { signInAttempts } from '../../db/schema/accounts.ts';

/** How long a user may take at the provider, in milliseconds. */
export const attemptLifetime = 10 * 60 * 1000;

const secret = () => randomBytes(32).toString('base64url');
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
/** A hash of everything that a provider sent back, in order. */
const answerHashOf = (answer: readonly string[]) => hashOf(JSON.stringify(answer));
const statePattern = /^[\w-]{43}\.\d$/;

/**
 * Sign-ins at identity providers that are in progress. Each belongs to one browser through its token and can end only
 * once.
 */
export interface SignInAttempts {
  /**
   * Starts a sign-in and ends `previous` of the same browser. `userId` is the user who wants to connect the provider.
   */
  start(
    provider: Provider,
    origin: string,
    previous?: string,
    userId?: string,
  ): Promise<{ attempt: Attempt; token: string; expires: Date }>;
  /** The sign-in that waits for an answer with this state. */
  find(provider: Provider, state: string): Promise<Attempt | undefined>;
  /** Stores the provider's answer, once; false if there already is one. */
  storeAnswer(provider: Provider, state: string, answer: readonly string[]): Promise<boolean>;
  /** Consumes the sign-in of a browser whose page submits the answer; a second call finds nothing. */
  consume(
    provider: Provider,
    token: string | undefined,
    answer: readonly string[],
  ): Promise<(Attempt & { readonly userId: string | null }) | undefined>;
  /** Ends a sign-in that the user canceled. */
  cancel(provider: Provider, state: string): Promise<void>;
}

export const createAttempts = (
  { db }: Database,
  origins: readonly [string, ...string[]],
  now: () => number = Date.now,
): SignInAttempts => {
  const unanswered = (provider: Provider, state: string) =>
    and(
      eq(signInAttempts.state, state),
      eq(signInAttempts.provider, provider),
      isNull(signInAttempts.answerHash),
      gt(signInAttempts.expires, new Date(now())),
    );
  const attemptOf = (row: Pick<typeof signInAttempts.$inferSelect, 'provider' | 'state' | 'nonce' | 'verifier'>) => {
    const { provider, state, nonce, verifier } = row;
    // The state contains the origin where the sign-in started, which the provider returns to.
    const origin = origins[Number(state.at(-1))] ?? origins[0];
    return { state, nonce, verifier, redirectUri: `${origin}/api/auth/${provider}/callback` };
  };

  return {
    start: async (provider, origin, previous, userId) => {
      if (previous !== undefined) await db.delete(signInAttempts).where(eq(signInAttempts.tokenHash, hashOf(previous)));
      const token = secret();
      const expires = new Date(now() + attemptLifetime);
      const state = `${secret()}.${Math.max(0, origins.indexOf(origin)) % 10}`;
      const row = { tokenHash: hashOf(token), provider, state, nonce: secret(), verifier: secret(), expires };
      await db.insert(signInAttempts).values({ ...row, userId: userId ?? null });
      return { attempt: attemptOf(row), token, expires };
    },
    find: async (provider, state) => {
      if (!statePattern.test(state)) return undefined;
      const [row] = await db.select().from(signInAttempts).where(unanswered(provider, state));
      return row && attemptOf(row);
    },
    storeAnswer: async (provider, state, answer) => {
      const stored = await db
        .update(signInAttempts)
        .set({ answerHash: answerHashOf(answer) })
        .where(unanswered(provider, state))
        .returning({ state: signInAttempts.state });
      return stored.length === 1;
    },
    consume: async (provider, token, answer) => {
      if (token === undefined) return undefined;
      const [row] = await db
        .delete(signInAttempts)
        .where(
          and(
            eq(signInAttempts.tokenHash, hashOf(token)),
            eq(signInAttempts.provider, provider),
            eq(signInAttempts.answerHash, answerHashOf(answer)),
            gt(signInAttempts.expires, new Date(now())),
          ),
        )
        .returning();
      return row && { ...attemptOf(row), userId: row.userId };
    },
    cancel: async (provider, state) => {
      if (statePattern.test(state)) await db.delete(signInAttempts).where(unanswered(provider, state));
    },
  };
};
