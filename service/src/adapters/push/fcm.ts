import * as z from 'zod';
import { createAccessTokens } from './access-token.ts';
import type { FcmConfig } from './fcm-config.ts';
import { type FirebaseOrigins, registerAtFirebase } from './registrations.ts';
import type { PushNote, PushPort, PushResult } from '../../ports/push.ts';

export interface FcmOptions {
  readonly log: { warn(details: object, message: string): void };
  readonly now?: () => number;
  /** The origin of Firebase Cloud Messaging. */
  readonly origin?: string;
  /** The origins at which browsers are registered. */
  readonly registry?: FirebaseOrigins;
}

const failure = z.object({
  error: z.object({
    details: z
      .array(
        z.object({
          errorCode: z.string().optional(),
          fieldViolations: z.array(z.object({ field: z.string().optional() })).optional(),
        }),
      )
      .default([]),
  }),
});

/** Whether the browser has unsubscribed, or its token is invalid or belongs to another project. */
const isUnregistered = (body: unknown): boolean => {
  const parsed = failure.safeParse(body);
  if (!parsed.success) return false;
  return parsed.data.error.details.some(
    ({ errorCode, fieldViolations = [] }) =>
      errorCode === 'UNREGISTERED' ||
      errorCode === 'SENDER_ID_MISMATCH' ||
      fieldViolations.some(({ field }) => field === 'message.token'),
  );
};

const messageOf = (token: string, { title, body, link, tag }: PushNote): string => {
  // Firebase accepts https links only.
  const opens = link.startsWith('https://') ? { fcm_options: { link } } : {};
  const webpush = { notification: { tag }, ...opens };
  return JSON.stringify({ message: { token, notification: { title, body }, webpush } });
};

const google: FirebaseOrigins = {
  installations: 'https://firebaseinstallations.googleapis.com',
  registrations: 'https://fcmregistrations.googleapis.com',
};

/** Sends by Firebase Cloud Messaging, HTTP v1. */
export const createFcm = (
  config: FcmConfig,
  { log, now = Date.now, origin = 'https://fcm.googleapis.com', registry = google }: FcmOptions,
): PushPort => {
  const { account, publicKey } = config;
  const tokens = createAccessTokens(account, now);
  const url = `${origin}/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`;

  const post = async (body: string, accessToken: string) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(10_000),
      redirect: 'error',
    });

  const attempt = async (body: string, again: boolean): Promise<PushResult> => {
    const accessToken = await tokens.get();
    const response = await post(body, accessToken);
    if (response.ok) {
      await response.body?.cancel();
      return 'sent';
    }
    if (response.status === 401 && again) {
      await response.body?.cancel();
      await tokens.drop(accessToken);
      return attempt(body, false);
    }
    // An answer that is not JSON is logged below with its status.
    const answer: unknown = await response.json().catch(() => undefined);
    if (isUnregistered(answer)) return 'gone';
    log.warn({ status: response.status }, 'Firebase rejected a notification.');
    return 'failed';
  };

  return {
    publicKey,
    register: async (subscription) => {
      try {
        return await registerAtFirebase(config, registry, subscription);
      } catch (error) {
        log.warn({ err: error }, 'A browser could not be registered.');
        return undefined;
      }
    },
    send: async (token, note) => {
      try {
        return await attempt(messageOf(token, note), true);
      } catch (error) {
        log.warn({ err: error }, 'A notification could not be sent.');
        return 'failed';
      }
    },
  };
};
