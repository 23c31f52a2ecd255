import { createPrivateKey } from 'node:crypto';
import * as z from 'zod';
import type { Provider } from '../../ports/identity.ts';

/** Apple issues no client secret. A token signed with this key (ES256) is used instead. */
export interface AppleKey {
  readonly teamId: string;
  readonly keyId: string;
  /** PKCS#8, PEM. */
  readonly privateKey: string;
}

export interface ProviderSettings {
  readonly clientId: string;
  readonly secret: string | AppleKey;
  readonly issuer: string;
}

/** The providers that are set up. */
export type IdentitySettings = Readonly<Partial<Record<Provider, ProviderSettings>>>;

const text = () => z.string().trim().min(1).optional();
const local = /^(localhost|127\.0\.0\.1|\[::1\]|[\w.-]+\.localhost)$/;

const issuer = () =>
  z
    .url({ protocol: /^https?$/ })
    .refine((url) => url.startsWith('https:') || local.test(new URL(url).hostname), 'is not https');

const p256Key = () =>
  text()
    // In an environment file, the lines of a PEM are written as `\n` in a single line.
    .transform((pem) => pem?.replaceAll(String.raw`\n`, '\n').trim())
    .refine((pem) => pem === undefined || isP256(pem), 'is not a PKCS#8 key of the curve P-256 in PEM format');

const isP256 = (pem: string): boolean => {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    // Refused with an error that names the variable.
    return false;
  }
};

/** The variables for sign-in at identity providers. The issuers can be changed for self-hosted providers and tests. */
export const identityVariables = {
  GOOGLE_CLIENT_ID: text(),
  GOOGLE_CLIENT_SECRET: text(),
  GOOGLE_ISSUER: issuer().default('https://accounts.google.com'),
  APPLE_CLIENT_ID: text(),
  APPLE_TEAM_ID: text(),
  APPLE_KEY_ID: text(),
  APPLE_PRIVATE_KEY: p256Key(),
  APPLE_ISSUER: issuer().default('https://appleid.apple.com'),
  AZURE_CLIENT_ID: text(),
  AZURE_CLIENT_SECRET: text(),
  AZURE_TENANT: z
    .string()
    .regex(/^[\w.-]+$/)
    .default('common'),
  AZURE_ISSUER: issuer().optional(),
};

const variables = z.object(identityVariables);

/** All variables of a provider, or undefined if none is set. Throws an error if only some are set. */
const complete = <Name extends string>(parts: Readonly<Record<Name, string | undefined>>) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts are an object literal
  const names = Object.keys(parts) as Name[];
  const missing = names.filter((name) => parts[name] === undefined);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0)
    throw new Error(
      `The environment is not usable: ${missing.join(', ')} (missing beside ${names.find((name) => parts[name] !== undefined)}).`,
    );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- none of them is missing
  return parts as Record<Name, string>;
};

/** The settings of each provider whose variables are set. Throws an error if a provider's variables are incomplete. */
export const readIdentity = (e: z.infer<typeof variables>): IdentitySettings => {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, AZURE_CLIENT_ID, AZURE_CLIENT_SECRET } = e;
  const { APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY } = e;
  const google = complete({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET });
  const apple = complete({ APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY });
  const azure = complete({ AZURE_CLIENT_ID, AZURE_CLIENT_SECRET });
  const appleKey = apple && {
    teamId: apple.APPLE_TEAM_ID,
    keyId: apple.APPLE_KEY_ID,
    privateKey: apple.APPLE_PRIVATE_KEY,
  };
  return {
    ...(google && {
      google: { clientId: google.GOOGLE_CLIENT_ID, secret: google.GOOGLE_CLIENT_SECRET, issuer: e.GOOGLE_ISSUER },
    }),
    ...(apple && appleKey && { apple: { clientId: apple.APPLE_CLIENT_ID, secret: appleKey, issuer: e.APPLE_ISSUER } }),
    ...(azure && {
      azure: {
        clientId: azure.AZURE_CLIENT_ID,
        secret: azure.AZURE_CLIENT_SECRET,
        issuer: e.AZURE_ISSUER ?? `https://login.microsoftonline.com/${e.AZURE_TENANT}/v2.0`,
      },
    }),
  };
};
