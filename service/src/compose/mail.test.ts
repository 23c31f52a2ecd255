import { describe, expect, it } from 'vitest';
import { createTestApp } from '../testing/app.ts';
import { emailsTo } from '../testing/mailbox.ts';

const publicly = { ATRIUM_ORIGIN: 'https://chat.example.com', ATRIUM_LOCAL_PAYMENTS: '1' };
const mail = { to: 'ada@example.test', subject: 'Welcome', plain: 'Follow this link', html: '<a>Follow this link</a>' };

/** What a service with these variables stores of an email. */
const storedWith = async (env: Record<string, string>) => {
  const app = await createTestApp({ env });
  try {
    await app.services.mail.send(app.db, mail);
    return (await emailsTo(app, mail.to)).map(({ subject, plain, html }) => ({ subject, plain, html }));
  } finally {
    await app.close();
  }
};
const { to: _, ...whole } = mail;
const textless = { ...whole, plain: '', html: '' };

describe('a service without SMTP', () => {
  it('is refused in public, where it would say that emails were sent', async () => {
    await expect(createTestApp({ env: publicly })).rejects.toThrow(
      /^Mail is not configured for https:\/\/chat\.example\.com: set SMTP_URL and MAIL_FROM, or ATRIUM_LOCAL_MAIL=1/,
    );
  });

  it('is available in public if that is explicitly enabled, and stores no link of an email that nobody gets', async () => {
    expect(await storedWith({ ...publicly, ATRIUM_LOCAL_MAIL: '1' })).toEqual([textless]);
  });

  it('stores the text of an email only for the mailbox page', async () => {
    expect(await storedWith({})).toEqual([whole]);
    expect(await storedWith({ ATRIUM_MAILBOX: '0' })).toEqual([textless]);
  });
});
