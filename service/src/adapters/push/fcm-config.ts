import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { hasCode } from '../../db/error-code.ts';

const serviceAccount = z.object({
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string().startsWith('-----BEGIN'),
  private_key_id: z.string().optional(),
  token_uri: z.url({ protocol: /^https?$/ }).default('https://oauth2.googleapis.com/token'),
});
export type ServiceAccount = z.infer<typeof serviceAccount>;

const text = () => z.string().trim().min(1).optional();
export const pushVariables = {
  FCM_SERVICE_ACCOUNT: text(),
  FCM_VAPID_KEY: text(),
  FCM_WEB_API_KEY: text(),
  FCM_WEB_APP_ID: text(),
};

export interface FcmConfig {
  readonly account: ServiceAccount;
  /** The public key of the pair under “Web Push certificates” in Firebase. */
  readonly publicKey: string;
  /** The project's web app, with which browsers are registered. */
  readonly web: { readonly apiKey: string; readonly appId: string };
}

const unusable = (name: string, why: string) => new Error(`The environment is not usable: ${name} (${why}).`);

const readAccount = (given: string): ServiceAccount => {
  const name = 'FCM_SERVICE_ACCOUNT';
  let json: unknown;
  try {
    json = JSON.parse(given.startsWith('{') ? given : readFileSync(given, 'utf8'));
  } catch (error) {
    // The parser's message is left out, because it quotes its input, which contains a private key.
    const missing = hasCode(error, 'ENOENT');
    throw unusable(name, missing ? 'the file does not exist' : 'is neither JSON nor a JSON file');
  }
  const parsed = serviceAccount.safeParse(json);
  if (parsed.success) return parsed.data;
  throw unusable(name, `lacks ${parsed.error.issues.map(({ path }) => path.join('.')).join(', ')}`);
};

const names = ['FCM_SERVICE_ACCOUNT', 'FCM_VAPID_KEY', 'FCM_WEB_API_KEY', 'FCM_WEB_APP_ID'] as const;

/** Undefined if no variable is set. Throws an error if one is missing or invalid. The error contains no secret. */
export const readPush = (e: z.infer<z.ZodObject<typeof pushVariables>>): FcmConfig | undefined => {
  const given = names.find((name) => e[name] !== undefined);
  if (given === undefined) return undefined;
  const missing = names.find((name) => e[name] === undefined);
  if (missing !== undefined) throw unusable(missing, `${given} needs it`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each of the four names
  const [account, publicKey, apiKey, appId] = names.map((name) => e[name] ?? '') as [string, string, string, string];
  return { account: readAccount(account), publicKey, web: { apiKey, appId } };
};
