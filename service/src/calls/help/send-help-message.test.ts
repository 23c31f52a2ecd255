import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';

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

  it('is refused when empty', async () => {
    expect((await test.visitor.call(calls.help.sendHelpMessage, { helperPrompt: '  ' })).status).toBe(400);
  });

  const send = (client: TestClient, address: string) =>
    client.request({
      method: 'POST',
      url: `/api${calls.help.sendHelpMessage.path}`,
      payload: { helperPrompt: 'Again' },
      headers: { 'x-forwarded-for': address },
    });

  it('of visitors is limited by network, whatever their address in it', async () => {
    const from = (at: number) => `2001:db8:1:2::${at}`;
    for (let at = 0; at < 10; at += 1) expect((await send(test.visitor, from(at))).status).toBe(200);
    expect(await send(test.visitor, from(10))).toMatchObject({ status: 429, body: { code: 'too-many-help-messages' } });
    expect((await send(test.visitor, '2001:db8:1:3::1')).status).toBe(200);
  });

  it('of users is limited by user, whoever else writes from their network', async () => {
    const [ada, ben] = [test.as(await test.createUser()), test.as(await test.createUser())];
    const office = '198.51.100.7';
    for (let at = 0; at < 10; at += 1) expect((await send(ada, office)).status).toBe(200);
    expect((await send(ada, '198.51.100.8')).status).toBe(429);
    expect((await send(ben, office)).status).toBe(200);
    expect((await send(test.visitor, office)).status).toBe(200);
  });
});
