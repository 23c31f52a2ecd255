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

const storedTokens = z.object({ access: z.string(), refresh: z.string().optional() });
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

const store = async (
  { database: { db }, sealer, sessions }: TokenParts & Pick<Parts, 'sealer'>,
  userId: string,
  provider: WorkspaceProvider,
  { account, scopes, tokens }: Consent,
): Promise<void> => {
  const row = {
    account: account ?? null,
    scopes: [...scopes],
    tokens: sealer.seal(JSON.stringify(tokens)),
    createdDate: new Date(),
  };
  await db.transaction(async (tx) => {
    await tx
      .insert(integrations)
      .values({ userId, provider, ...row })
      .onConflictDoUpdate({ target: [integrations.userId, integrations.provider], set: row });
    await tx
      .update(users)
      .set({ [scopesColumn[provider]]: [...scopes] })
      .where(eq(users.id, userId));
  });
  sessions.forget(userId);
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
    await store(services, userId, provider, await consent.exchange(provider, query, attempt));
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
  { database: { db }, consent, sessions }: Pick<Parts, 'consent'> & TokenParts,
  userId: string,
  provider: WorkspaceProvider,
  log: WarnLog,
): Promise<void> => {
  const tokens = await db.transaction(async (tx) => {
    const [row] = await tx.delete(integrations).where(of(userId, provider)).returning();
    await tx
      .update(users)
      .set({ [scopesColumn[provider]]: null })
      .where(eq(users.id, userId));
    return row?.tokens;
  });
  sessions.forget(userId);
  if (tokens === undefined) return;
  try {
    await consent.revoke(provider, storedTokens.parse(JSON.parse(tokens)));
  } catch (error) {
    log.warn({ provider, err: error }, 'A removed access could not be revoked at its provider.');
  }
};
