import type { FastifyReply } from 'fastify';
import type { Config } from '../config.ts';

export const sessionCookie = 'atrium_session';

/** The value of a cookie; none if the header does not carry it. */
export const readCookie = (header: string | undefined, name: string): string | undefined => {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || undefined;
  }
  return undefined;
};

/** Sets the session's cookie, or ends it. */
export const writeSession = (
  reply: FastifyReply,
  config: Config,
  session: { token: string; expires: Date } | undefined,
): void => {
  const secure = config.origins[0].startsWith('https:') ? '; Secure' : '';
  const expires = (session?.expires ?? new Date(0)).toUTCString();
  void reply.header(
    'set-cookie',
    `${sessionCookie}=${session?.token ?? ''}; Path=/; Expires=${expires}; HttpOnly; SameSite=Lax${secure}`,
  );
};
