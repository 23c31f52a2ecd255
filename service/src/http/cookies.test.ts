import type { FastifyReply } from 'fastify';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { readCookie, writeAttempt, writeDevice, writeSession } from './cookies.ts';

/** The header that is sent to a browser at an origin. */
const sent = (
  origin: string,
  write: (reply: FastifyReply, config: ReturnType<typeof readConfig>) => void,
): string[] => {
  const lines: string[] = [];
  const reply = { header: (name: string, value: string) => void lines.push(`${name}: ${value}`) };
  write(reply as unknown as FastifyReply, readConfig({ ATRIUM_ORIGIN: origin }));
  return lines;
};
const expires = new Date('2026-11-22T10:00:00Z');
const web = 'https://atrium.example';

describe('a cookie', () => {
  it('of a session is for the whole site, for no script and for no other site, and only encrypted', () => {
    expect(sent(web, (reply, config) => writeSession(reply, config, { token: 'a-_b', expires }))).toEqual([
      'set-cookie: atrium_session=a-_b; Path=/; Expires=Sun, 22 Nov 2026 10:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    ]);
  });

  it('of a product that is not encrypted is the same without Secure', () => {
    expect(
      sent('http://localhost:4000', (reply, config) => writeAttempt(reply, config, { token: 'a', expires })),
    ).toEqual(['set-cookie: atrium_signin=a; Path=/; Expires=Sun, 22 Nov 2026 10:00:00 GMT; HttpOnly; SameSite=Lax']);
  });

  it.each([
    ['atrium_session', writeSession],
    ['atrium_signin', writeAttempt],
  ])('%s is removed by an expiry in the past', (name, write) => {
    expect(sent(web, (reply, config) => write(reply, config, undefined))).toEqual([
      `set-cookie: ${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax`,
    ]);
  });

  it('that names a browser stays for as long as browsers allow', () => {
    const [line = ''] = sent(web, (reply, config) => writeDevice(reply, config, 'd'));
    const [, date] = /^set-cookie: atrium_device=d; Path=\/; Expires=([^;]+); HttpOnly; Secure; SameSite=Lax$/.exec(
      line,
    )!;
    const days = (Date.parse(date!) - Date.now()) / (24 * 60 * 60 * 1000);
    expect(Math.round(days)).toBe(400);
  });

  it('is read by its whole name, the first of its kind, and never as an empty text', () => {
    const read = (header: string | undefined) => readCookie(header, 'atrium_session');
    expect(read('a=1; atrium_session=abc; b=2')).toBe('abc');
    expect(read('atrium_session=abc;atrium_session=def')).toBe('abc');
    for (const other of [
      undefined,
      '',
      'not_atrium_session=abc',
      'atrium_session',
      'atrium_session=',
      'Atrium_Session=a',
    ])
      expect(read(other), other).toBeUndefined();
    expect(readCookie('a=1', '__proto__')).toBeUndefined();
    expect(readCookie('a=1', 'toString')).toBeUndefined();
  });
});
