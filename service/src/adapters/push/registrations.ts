import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { FcmConfig } from './fcm-config.ts';
import type { BrowserSubscription } from '../../ports/push.ts';

export interface FirebaseOrigins {
  readonly installations: string;
  readonly registrations: string;
}

const installed = z.object({ authToken: z.object({ token: z.string().min(1) }) });
const registered = z.object({ token: z.string().min(1) });

/** An id for a Firebase installation: 17 bytes whose first four bits are 0111. */
const newInstallationId = (): string => {
  const bytes = randomBytes(17);
  bytes[0] = 0b0111_0000 | (bytes[0]! & 0b0000_1111);
  return bytes.toString('base64url').slice(0, 22);
};

const post = async <T>(url: string, headers: Record<string, string>, body: object, shape: z.ZodType<T>): Promise<T> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
    redirect: 'error',
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`Firebase rejected the browser (${response.status}).`);
  }
  return shape.parse(await response.json());
};

/**
 * Does what Firebase's library would do in the browser: creates an installation of the web app and registers the
 * browser's subscription with it. This way pages of the product need no library and call no foreign host. Throws if
 * Firebase refuses.
 */
export const registerAtFirebase = async (
  { account, publicKey, web }: FcmConfig,
  origins: FirebaseOrigins,
  { endpoint, p256dh, auth }: BrowserSubscription,
): Promise<string> => {
  const project = encodeURIComponent(account.project_id);
  const key = { 'x-goog-api-key': web.apiKey };
  const { authToken } = await post(
    `${origins.installations}/v1/projects/${project}/installations`,
    key,
    { fid: newInstallationId(), authVersion: 'FIS_v2', appId: web.appId, sdkVersion: 'w:0.6.9' },
    installed,
  );
  const { token } = await post(
    `${origins.registrations}/v1/projects/${project}/registrations`,
    { ...key, 'x-goog-firebase-installations-auth': `FIS ${authToken.token}` },
    { web: { endpoint, p256dh, auth, applicationPubKey: publicKey } },
    registered,
  );
  return token;
};
