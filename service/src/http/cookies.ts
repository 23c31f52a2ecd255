import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply } from 'fastify';
import type { Settings } from '../domain/parts.ts';

export const sessionCookie = 'atrium_session';
/** Identifies a browser, so that its next sign-in triggers no email about a new device. */
export const deviceCookie = 'atrium_device';
/** Ties a sign-in at an identity provider to the browser that started it. */
export const attemptCookie = 'atrium_signin';
/** Milliseconds in 400 days: browsers store no cookie for longer. */
const maxAge = 400 * 24 * 60 * 60 * 1000;

/** The value of a cookie; undefined if the header does not contain it. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  parseCookie(header ?? '')[name] || undefined;

/** Adds a cookie to the answer. Scripts cannot read it. */
const write = (reply: FastifyReply, { origins }: Settings, name: string, value: string, expires: Date): void => {
  const secure = origins[0].startsWith('https:');
  const cookie = { name, value, path: '/', expires, httpOnly: true, secure, sameSite: 'lax' } as const;
  // Fastify's cookie plugin sets the header in a hook, which streamed answers do not run.
  void reply.header('set-cookie', stringifySetCookie(cookie));
};

/** Sets the session's cookie, or clears it without a session. */
export const writeSession = (
  reply: FastifyReply,
  config: Settings,
  session: { token: string; expires: Date } | undefined,
): void => write(reply, config, sessionCookie, session?.token ?? '', session?.expires ?? new Date(0));

/** Sets the cookie that identifies the browser. */
export const writeDevice = (reply: FastifyReply, config: Settings, token: string): void =>
  write(reply, config, deviceCookie, token, new Date(Date.now() + maxAge));

/** Sets the cookie of a sign-in in progress, or clears it without an attempt. */
export const writeAttempt = (
  reply: FastifyReply,
  config: Settings,
  attempt: { token: string; expires: Date } | undefined,
): void => write(reply, config, attemptCookie, attempt?.token ?? '', attempt?.expires ?? new Date(0));
