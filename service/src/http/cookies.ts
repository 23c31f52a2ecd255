import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply } from 'fastify';
import type { Settings } from '../domain/parts.ts';

export const sessionCookie = 'atrium_session';
/** Names a browser, so that its next sign-in is no news to the user. */
export const deviceCookie = 'atrium_device';
/** Ties a sign-in at an identity provider to the browser that began it. */
export const attemptCookie = 'atrium_signin';
/** The longest that browsers keep a cookie, in milliseconds: 400 days. */
const longest = 400 * 24 * 60 * 60 * 1000;

/** The value of a cookie; none if the header does not carry it. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  parseCookie(header ?? '')[name] || undefined;

/** Adds a cookie that scripts cannot read to the answer. */
const write = (reply: FastifyReply, { origins }: Settings, name: string, value: string, expires: Date): void => {
  const secure = origins[0].startsWith('https:');
  const cookie = { name, value, path: '/', expires, httpOnly: true, secure, sameSite: 'lax' } as const;
  // At once, and not by the hook of Fastify's plugin: a streamed answer takes the headers that are there and runs no hook.
  void reply.header('set-cookie', stringifySetCookie(cookie));
};

/** Sets the session's cookie, or ends it. */
export const writeSession = (
  reply: FastifyReply,
  config: Settings,
  session: { token: string; expires: Date } | undefined,
): void => write(reply, config, sessionCookie, session?.token ?? '', session?.expires ?? new Date(0));

/** Sets the cookie that names the browser. */
export const writeDevice = (reply: FastifyReply, config: Settings, token: string): void =>
  write(reply, config, deviceCookie, token, new Date(Date.now() + longest));

/** Sets the cookie of a sign-in that is under way, or ends it. */
export const writeAttempt = (
  reply: FastifyReply,
  config: Settings,
  attempt: { token: string; expires: Date } | undefined,
): void => write(reply, config, attemptCookie, attempt?.token ?? '', attempt?.expires ?? new Date(0));
