import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('a help message', () => {
  it('is stored with its sender, if there is one', async () => {
    const user = await test.createUser();
    await test.as(user).call(calls.help.sendHelpMessage, { helperPrompt: ' It is broken. ' });
    await test.visitor.call(calls.help.sendHelpMessage, { helperPrompt: 'Here too.' });
    const stored = await test.db.select().from(schema.helpMessages).orderBy(schema.helpMessages.id);
    expect(stored).toMatchObject([
      { userId: user.id, text: 'It is broken.' },
      { userId: null, text: 'Here too.' },
    ]);
  });

  it('is emailed to the operator’s address, with the sender to reply to, and is deleted with their account', async () => {
    const to = 'help@operator.test';
    const own = await createTestApp({ env: { ATRIUM_SUPPORT_ADDRESS: to } });
    const user = await own.createUser({ email: 'asks@example.test', firstName: 'Ada' });
    const text = 'It is <b>broken</b>.\n\nPlease help.';
    await own.as(user).call(calls.help.sendHelpMessage, { helperPrompt: text });
    const [email, ...more] = await own.db.select().from(schema.mails);
    expect(more).toEqual([]);
    expect(email).toMatchObject({ recipient: to, replyTo: user.email, subject: `Help request from ${user.email}` });
    expect(email?.plain).toContain('It is <b>broken</b>.\n\nPlease help.');
    expect(email?.html).toContain('It is &lt;b&gt;broken&lt;/b&gt;.');
    await own.as(user).call(calls.profile.deleteUser, {});
    expect((await own.db.select().from(schema.mails)).map(({ recipient }) => recipient)).not.toContain(to);
    await own.close();
  });

  it('is refused when empty, and when one address sends too many', async () => {
    const send = (helperPrompt: string) => test.visitor.call(calls.help.sendHelpMessage, { helperPrompt });
    expect((await send('  ')).status).toBe(400);
    const statuses = await Promise.all(Array.from({ length: 12 }, () => send('Again')));
    expect(statuses.map(({ status }) => status)).toContain(429);
  });
});
