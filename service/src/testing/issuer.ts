import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export const clientId = 'atrium-client';
export const clientSecret = 'a secret that only the client knows';

/** Claims of an ID token. One with the value `undefined` is left out. */
export type Claims = Readonly<Record<string, unknown>>;

/** An OpenID provider on its own port whose answers a test can change. */
export interface TestIssuer {
  readonly url: string;
  /** Paths that were requested, in order. */
  readonly requests: string[];
  /** Forms that the token endpoint received. */
  readonly exchanges: URLSearchParams[];
  /** Metadata in addition to the minimum. */
  metadata: Record<string, unknown>;
  /** Claims that override those of a valid token in the next ID tokens. */
  claims: Claims;
  /** Signs the next ID tokens instead of its own key. */
  forge: ((claims: JWTPayload) => Promise<string>) | undefined;
  /** Answers everything with this status. */
  status: number | undefined;
  /** A signed token with claims that override those of a valid token. */
  token(claims?: Claims): Promise<string>;
  close(): Promise<void>;
}

const send = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

const formOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = '';
  for await (const part of request) text += String(part);
  return new URLSearchParams(text);
};

export const startIssuer = async (): Promise<TestIssuer> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }];

  const rightClaims = (claims: Claims): JWTPayload => {
    const now = Math.floor(Date.now() / 1000);
    const right = { iss: issuer.url, aud: clientId, sub: 'subject-1', iat: now, exp: now + 300 };
    return Object.fromEntries(
      Object.entries({ ...right, ...issuer.claims, ...claims }).filter(([, value]) => value !== undefined),
    );
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    issuer.requests.push(path);
    const { url } = issuer;
    if (issuer.status !== undefined) return send(response, issuer.status, { error: 'server_error' });
    if (path === '/.well-known/openid-configuration')
      return send(response, 200, {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
        ...issuer.metadata,
      });
    if (path === '/keys') return send(response, 200, { keys });
    if (path !== '/token') return send(response, 404, {});
    const form = await formOf(request);
    issuer.exchanges.push(form);
    if (form.get('code') !== 'right-code') return send(response, 400, { error: 'invalid_grant' });
    const claims = rightClaims({});
    const idToken = issuer.forge ? await issuer.forge(claims) : await issuer.token();
    return send(response, 200, { access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: idToken });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const issuer: TestIssuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    exchanges: [],
    metadata: {},
    claims: {},
    forge: undefined,
    status: undefined,
    token: (claims = {}) =>
      new SignJWT(rightClaims(claims)).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return issuer;
};
