import { eq } from 'drizzle-orm';
import { users } from '../db/schema/accounts.ts';
import { sessionCookie } from '../http/cookies.ts';
import type { TestApp } from './app.ts';

export const password = 'Engine1!';

/** Signs a user up with `password`, from the given IP address. */
export const signUp = async (app: TestApp, email: string, address = '203.0.113.1') => {
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    app.visitor.request({ method: 'POST', url, payload, headers: { 'x-forwarded-for': address, ...headers } });
  const person = { firstName: 'Ada', lastName: 'Lovelace', email, password };
  const { headers } = await post('/api/auth/register', person);
  const tokenIn = (given: Readonly<Record<string, unknown>>) =>
    new RegExp(`${sessionCookie}=([^;]+)`).exec(String(given['set-cookie']))?.[1] ?? '';
  const cookie = `${sessionCookie}=${tokenIn(headers)}`;
  const isSignedIn = async (with_ = cookie) =>
    (await app.visitor.request({ url: '/api/user', headers: { cookie: with_ } })).status === 200;
  return {
    email,
    cookie,
    isSignedIn,
    /** Logs in again and returns the cookie of that session. */
    logIn: async (secret = password, name = email) => {
      const answer = await post('/api/auth/login', { email: name, password: secret });
      return { status: answer.status, cookie: `${sessionCookie}=${tokenIn(answer.headers)}` };
    },
    /** Sends a request with the first session. */
    post: (url: string, payload: object, headers: Record<string, string> = {}) =>
      post(url, payload, { cookie, ...headers }),
    row: async () => (await app.db.select().from(users).where(eq(users.email, email)))[0],
  };
};
