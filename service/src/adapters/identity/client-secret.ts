import { importPKCS8, SignJWT } from 'jose';
import { type ClientAuth, ClientSecretPost } from 'openid-client';
import type { AppleKey, ProviderSettings } from './environment.ts';

/** Apple's client secret: a token that is made for one request and valid for five minutes. */
export const appleSecret = async (
  { teamId, keyId, privateKey }: AppleKey,
  clientId: string,
  audience: string,
  now = Date.now(),
): Promise<string> => {
  const seconds = Math.floor(now / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 300)
    .sign(await importPKCS8(privateKey, 'ES256'));
};

/** How the service authenticates itself to the provider. */
export const clientAuthOf = ({ secret }: ProviderSettings): ClientAuth =>
  typeof secret === 'string'
    ? ClientSecretPost(secret)
    : async (server, client, body) => {
        body.set('client_id', client.client_id);
        body.set('client_secret', await appleSecret(secret, client.client_id, server.issuer));
      };
