import type { FastifyReply } from 'fastify';
import type { Config } from '../config.ts';

export const sessionCookie = 'atrium_session';
/** Names a browser, so that its next sign-in is no news to the user. */
export const deviceCookie = 'atrium_device';
/** Ties a sign-in at an identity provider to the browser that began it. */
export const attemptCookie = 'atrium_signin';
/** The longest that browsers keep a cookie, in milliseconds: 400 days. */
const longest = 400 * 24 * 60 * 60 * 1000;

/** The value of a cookie; none if the header does not carry it. */
export const readCookie = (header: string | undefined, name: string): string | undefined => {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || undefined;
  }
  return undefined;
};

/** Adds a cookie that scripts cannot read to the answer. */
const write = (reply: FastifyReply, { origins }: Config, name: string, value: string, expires: Date): void => {
  const secure = origins[0].startsWith('https:') ? '; Secure' : '';
  void reply.header(
    'set-cookie',
    `${name}=${value}; Path=/; Expires=${expires.toUTCString()}; HttpOnly; SameSite=Lax${secure}`,
  );
};

/** Sets the session's cookie, or ends it. */
export const writeSession = (
  reply: FastifyReply,
  config: Config,
  session: { token: string; expires: Date } | undefined,
): void => write(reply, config, sessionCookie, session?.token ?? '', session?.expires ?? new Date(0));

/** Sets the cookie that names the browser. */
export const writeDevice = (reply: FastifyReply, config: Config, token: string): void =>
  write(reply, config, deviceCookie, token, new Date(Date.now() + longest));

/** Sets the cookie of a sign-in that is under way, or ends it. */
export const writeAttempt = (
  reply: FastifyReply,
  config: Config,
  attempt: { token: string; expires: Date } | undefined,
): void => write(reply, config, attemptCookie, attempt?.token ?? '', attempt?.expires ?? new Date(0));
