import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Provider } from 'oidc-provider';
import { freePort } from '../../testing/free-port.ts';
import { createOidc, type Oidc, oidcIn } from './oidc.ts';

const origin = 'http://localhost:7777';
const clientSecret = 'a secret of tests';
let server: Server;
let issuer = '';
let oidc: Oidc;

beforeAll(async () => {
  const port = await freePort();
  issuer = `http://localhost:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      { client_id: 'operators', client_secret: clientSecret, redirect_uris: [`${origin}/sign-in/oidc/callback`] },
    ],
    cookies: { keys: ['a key of tests'] },
    jwks: { keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/enter/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  });
  const answer = provider.callback();
  server = createServer((request, response) => {
    if (!request.url?.startsWith('/enter/')) {
      void answer(request, response);
      return;
    }
    // Signs every user in as Ada.
    const enter = async () => {
      const { prompt, params } = await provider.interactionDetails(request, response);
      const grant = new provider.Grant({ accountId: 'ada', clientId: String(params['client_id']) });
      grant.addOIDCScope('openid email');
      const consent = prompt.name === 'consent' ? { consent: { grantId: await grant.save() } } : {};
      await provider.interactionFinished(request, response, { login: { accountId: 'ada' }, ...consent });
    };
    void enter();
  });
  await new Promise<void>((done) => {
    server.listen(port, done);
  });
  oidc = createOidc({ issuer, clientId: 'operators', clientSecret, name: 'Work' }, origin);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Follows the provider's pages as a browser does. Gives the callback URL. */
const follow = async (first: string): Promise<string> => {
  const jar = new Map<string, string>();
  let url = first;
  for (let hop = 0; hop < 12 && !url.startsWith(origin); hop += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    url = new URL(answer.headers.get('location') ?? '', url).href;
  }
  return url.slice(origin.length);
};
const refused = { name: 'SignInRefusal', code: 'wrong' };

test('a company’s own provider identifies a user, once for each attempt', async () => {
  const { url, cookie } = await oidc.start('/do/pin');
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    code_challenge_method: 'S256',
    max_age: '900',
  });
  const back = await follow(url);
  expect(await oidc.finish(back, cookie)).toEqual({ identity: 'oidc:ada', next: '/do/pin' });
  await expect(oidc.finish(back, cookie)).rejects.toMatchObject(refused);
});

test('a response in a browser that did not start it, or of another attempt, is refused', async () => {
  const [one, other] = [await oidc.start('/'), await oidc.start('/')];
  const back = await follow(one.url);
  await expect(oidc.finish(back, undefined)).rejects.toMatchObject(refused);
  await expect(oidc.finish(back, other.cookie)).rejects.toMatchObject(refused);
  await expect(oidc.finish(back.replace(/code=[^&]+/, 'code=guessed'), one.cookie)).rejects.toMatchObject(refused);
});

test('an unreachable issuer is unavailable, and a partial configuration is reported', async () => {
  const nobody = `http://localhost:${await freePort()}`;
  const gone = createOidc({ issuer: nobody, clientId: 'a', clientSecret: 'b', name: 'c' }, origin);
  await expect(gone.start('/')).rejects.toMatchObject({ code: 'unavailable' });
  expect(() => oidcIn({ ATRIUM_OPERATOR_OIDC_ISSUER: issuer })).toThrow('needs ATRIUM_OPERATOR_OIDC_CLIENT_ID');
});
