import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';

const read = (env: Record<string, string>) => readConfig(env).smtp;
const from = { MAIL_FROM: 'post@atrium.test' };

describe('the configuration of SMTP', () => {
  it('is none without a server, and then the mailbox page is off unless it is enabled', () => {
    expect(read({})).toBeUndefined();
    expect(readConfig({}).mailbox).toBe(true);
    expect(readConfig({ ...from, SMTP_HOST: 'mail.test' }).mailbox).toBe(false);
    expect(readConfig({ ...from, SMTP_HOST: 'mail.test', ATRIUM_MAILBOX: '1' }).mailbox).toBe(true);
  });

  it('is read from one URL', () => {
    expect(
      read({ MAIL_FROM: 'Atrium <post@atrium.test>', SMTP_URL: 'smtps://me%40mail.test:p%3Ass@mail.test' }),
    ).toEqual({
      host: 'mail.test',
      port: 465,
      secure: true,
      requireTLS: false,
      auth: { user: 'me@mail.test', pass: 'p:ss' },
      from: { name: 'Atrium', address: 'post@atrium.test' },
    });
  });

  it('is read from variables of their own', () => {
    expect(
      read({ ...from, SMTP_HOST: 'mail.test', SMTP_PORT: '2525', SMTP_USER: 'me', SMTP_PASSWORD: 'secret' }),
    ).toEqual({
      host: 'mail.test',
      port: 2525,
      secure: false,
      requireTLS: true,
      auth: { user: 'me', pass: 'secret' },
      from: { name: '', address: 'post@atrium.test' },
    });
    expect(read({ ...from, SMTP_HOST: 'mail.test', SMTP_SECURE: 'true' })).toMatchObject({ port: 465, secure: true });
  });

  it('sends a password unencrypted to this machine only', () => {
    const requireTLS = (host: string) => read({ ...from, SMTP_URL: `smtp://me:secret@${host}` })?.requireTLS;
    expect(['localhost', '127.0.0.1', '[::1]'].map(requireTLS)).toEqual([false, false, false]);
    expect(requireTLS('mail.test')).toBe(true);
  });

  it.each([
    [{ SMTP_HOST: 'mail.test' }, 'MAIL_FROM'],
    [{ ...from, SMTP_URL: 'https://mail.test' }, 'SMTP_URL'],
    [{ MAIL_FROM: 'nobody', SMTP_HOST: 'mail.test' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'a@b.test\r\nBcc: c@d.test', SMTP_HOST: 'mail.test' }, 'MAIL_FROM'],
    [{ ...from, SMTP_HOST: 'mail.test', SMTP_PORT: '0' }, 'SMTP_PORT'],
  ])('is refused with the name of what is wrong: %j', (env, name) => {
    expect(() => readConfig(env as Record<string, string>)).toThrow(name);
  });
});
