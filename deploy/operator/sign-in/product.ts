import { request } from 'node:http';
import * as z from 'zod/mini';
import type { Upstream } from '../../release/upstream.ts';

/** Why a sign-in was refused; the page has the text. */
export class SignInRefusal extends Error {
  override readonly name = 'SignInRefusal';
  readonly code: 'wrong' | 'too-many' | 'unavailable';
  constructor(code: SignInRefusal['code'], options?: ErrorOptions) {
    super(`The sign-in was refused: ${code}.`, options);
    this.code = code;
  }
}

const timeoutMs = 10_000;
const admin = () => z.object({ email: z.string() });
const question = () => z.object({ options: z.record(z.string(), z.unknown()) });

/** Calls the service at its internal address, which browsers cannot reach. */
const call = <T>(upstream: Upstream, path: string, body: object, schema: () => z.ZodMiniType<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const unavailable = () => reject(new SignInRefusal('unavailable'));
    const sent = request(
      {
        ...upstream,
        method: 'POST',
        path: `/internal/operators/${path}`,
        timeout: timeoutMs,
        headers: { 'content-type': 'application/json' },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (data: string) => {
          text += data;
        });
        response.on('error', unavailable);
        response.on('end', () => {
          const { statusCode = 500 } = response;
          if (statusCode === 429) return reject(new SignInRefusal('too-many'));
          if (statusCode === 400 || statusCode === 403) return reject(new SignInRefusal('wrong'));
          try {
            return resolve(schema().parse(JSON.parse(text)));
          } catch {
            return unavailable();
          }
        });
      },
    );
    sent.on('timeout', () => sent.destroy());
    sent.on('error', unavailable);
    sent.end(JSON.stringify(body));
  });

const identityOf = ({ email }: { readonly email: string }) => `product:${email}`;

/** Signs in the product’s admins, as the service verifies them at that moment. */
export const productSignIn = (service: Upstream) => ({
  password: async (given: { email: string; password: string; ip: string }): Promise<string> =>
    identityOf(await call(service, 'password', given, admin)),
  passkeyQuestion: async (ip: string) => (await call(service, 'passkey-question', { ip }, question)).options,
  passkey: async (credential: unknown, ip: string): Promise<string> =>
    identityOf(await call(service, 'passkey', { credential, ip }, admin)),
});
