import { workspaceProviders } from '@atrium/shared-kernel/contracts/constants';
import { and, eq } from 'drizzle-orm';
import * as z from 'zod';
import { type Consent, ConsentError, type WorkspaceProvider } from '../../ports/consent.ts';
import { consentProfiles } from '../../ports/consent-profiles.ts';
import { users } from '../../db/schema/accounts.ts';
import { integrations } from '../../db/schema/settings.ts';
import type { WarnLog } from '../../log.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { Parts } from '../parts.ts';
import { startAttempt, consumeAttempt } from './attempts.ts';
import { DomainError } from '../domain-error.ts';

type ConsentParts = Pick<Parts, 'database' | 'consent' | 'now'>;
type TokenParts = Pick<Parts, 'database'> & { readonly sessions: Pick<Sessions, 'forget'> };

const storedTokens = z.object({ access: z.string(), refresh: z.string().optional(), owner: z.string().optional() });
const scopesColumn = { google: 'googleScopes', microsoft: 'microsoftScopes' } as const;

const of = (userId: string, provider: WorkspaceProvider) =>
  and(eq(integrations.userId, userId), eq(integrations.provider, provider));

/** All workspace services, with the account and scopes of those that are connected. */
export const listIntegrations = async ({ database: { db }, consent }: ConsentParts, userId: string) => {
  const rows = await db.select().from(integrations).where(eq(integrations.userId, userId));
  return workspaceProviders.map((provider) => {
    const row = rows.find((one) => one.provider === provider);
    const connected = row && {
      account: row.account ?? undefined,
      scopes: row.scopes,
      createdDate: row.createdDate.toISOString(),
    };
    return { provider, available: consent.providers.includes(provider), connected };
  });
};

/** Starts a consent and returns the URL of the provider's page. */
export const startConsent = async (
  services: ConsentParts,
  { userId, provider, base }: { userId: string; provider: WorkspaceProvider; base: string },
  log: WarnLog,
): Promise<string> => {
  const { database, consent, now } = services;
  if (!consent.providers.includes(provider)) throw new DomainError('workspace-not-set-up', { provider });
  const redirectUri = base + consentProfiles[provider].callback;
  const attempt = await startAttempt(database.db, { userId, provider, redirectUri }, now());
  try {
    return await consent.authorizationUrl(provider, attempt);
  } catch (error) {
    if (!(error instanceof ConsentError)) throw error;
    log.warn({ provider, fault: error.fault, err: error.cause }, 'A consent could not be started.');
    throw new DomainError('workspace-unreachable', { provider });
  }
};

/** Revokes tokens that are no longer stored. If the provider cannot be reached, they stay valid, which is logged. */
const revokeAccess = async (
  { consent }: Pick<Parts, 'consent'>,
  provider: WorkspaceProvider,
  tokens: string,
  log: WarnLog,
): Promise<void> => {
  try {
    await consent.revoke(provider, storedTokens.parse(JSON.parse(tokens)));
  } catch (error) {
    log.warn({ provider, err: error }, 'A removed access could not be revoked at its provider.');
  }
};

/** Whether the tokens are known to be those of another account. Those of earlier releases name none. */
const isOfAnother = (tokens: string, owner: string | undefined): boolean => {
  try {
    const before = storedTokens.parse(JSON.parse(tokens)).owner;
    return before !== undefined && owner !== undefined && before !== owner;
  } catch {
    // They were sealed with a key that is gone, so they could not be revoked either.
    return false;
  }
};

/**
 * Stores what the user has consented to. Returns the tokens of another account that it replaces. Those of the same
 * account are not returned: to revoke them would end the access of the new ones, too.
 */
const store = async (
  { database: { db }, sealer, sessions }: TokenParts & Pick<Parts, 'sealer'>,
  userId: string,
  provider: WorkspaceProvider,
  { account, owner, scopes, tokens }: Consent,
): Promise<string | undefined> => {
  const row = {
    account: account ?? null,
    scopes: [...scopes],
    tokens: sealer.seal(JSON.stringify({ ...tokens, owner })),
    createdDate: new Date(),
  };
  const replaced = await db.transaction(async (tx) => {
    // Comes first, because it also locks the user: of two consents, the later one finds the tokens of the earlier one.
    await tx
      .update(users)
      .set({ [scopesColumn[provider]]: [...scopes] })
      .where(eq(users.id, userId));
    const [before] = await tx.select().from(integrations).where(of(userId, provider));
    await tx
      .insert(integrations)
      .values({ userId, provider, ...row })
      .onConflictDoUpdate({ target: [integrations.userId, integrations.provider], set: row });
    return before && isOfAnother(before.tokens, owner) ? before.tokens : undefined;
  });
  sessions.forget(userId);
  return replaced;
};

export type ConsentOutcome = 'connected' | 'refused' | 'failed';

/** Completes a consent with the query that the provider returned. */
export const finishConsent = async (
  services: ConsentParts & TokenParts & Pick<Parts, 'sealer'>,
  { userId, provider, query }: { userId: string; provider: WorkspaceProvider; query: URLSearchParams },
  log: WarnLog,
): Promise<ConsentOutcome> => {
  const { database, consent, now } = services;
  const attempt = await consumeAttempt(database.db, { userId, provider, state: query.get('state') ?? '' }, now());
  if (!attempt) return 'failed';
  if (query.get('error') === 'access_denied') return 'refused';
  try {
    const replaced = await store(services, userId, provider, await consent.exchange(provider, query, attempt));
    if (replaced !== undefined) await revokeAccess(services, provider, replaced, log);
    return 'connected';
  } catch (error) {
    if (!(error instanceof ConsentError)) throw error;
    log.warn({ provider, fault: error.fault, err: error.cause }, 'A consent failed.');
    return 'failed';
  }
};

/**
 * Deletes the tokens and revokes the access at the provider if it can be reached. Does nothing if there is no
 * connection.
 */
export const disconnect = async (
  services: Pick<Parts, 'consent'> & TokenParts,
  userId: string,
  provider: WorkspaceProvider,
  log: WarnLog,
): Promise<void> => {
  const { database, sessions } = services;
  const tokens = await database.db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ [scopesColumn[provider]]: null })
      .where(eq(users.id, userId));
    const [row] = await tx.delete(integrations).where(of(userId, provider)).returning();
    return row?.tokens;
  });
  sessions.forget(userId);
  if (tokens !== undefined) await revokeAccess(services, provider, tokens, log);
};
