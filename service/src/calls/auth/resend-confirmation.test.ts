import { auth, session } from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, origin, type TestApp } from '../../testing/app.ts';
import { emailsTo, linkTo } from '../../testing/mailbox.ts';
import { signUp } from '../../testing/sign-up.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const path = '/api/auth/resendConfirmation';
const follow = (link: URLSearchParams) =>
  app.visitor.call(auth.changeWithHash, {
    changeHash: link.get('changeHash')!,
    newEmail: link.get('newEmail')!,
  });
const isConfirmed = async (cookie: string) =>
  (
    (await app.visitor.request({ url: `/api${session.getUser.path}`, headers: { cookie } })).body as {
      emailVerified?: boolean;
    }
  ).emailVerified;

it('sends a link that confirms the address, and replaces the one before', async () => {
  const ada = await signUp(app, 'again@example.test');
  const first = await linkTo(app, ada.email, 'change');
  expect(await isConfirmed(ada.cookie)).toBe(false);
  expect(await ada.post(path, {})).toMatchObject({
    status: 200,
    body: { msg: `We’ve sent a link to ${ada.email}.` },
  });
  const sent = (await emailsTo(app, ada.email)).at(-1);
  expect(sent?.subject).toBe('Please confirm your email address');
  expect(sent?.plain).toContain(`\n${origin}/auth/change?changeHash=`);
  expect((await follow(first)).status).toBe(400);
  expect(await isConfirmed(ada.cookie)).toBe(false);
  expect((await follow(await linkTo(app, ada.email, 'change'))).status).toBe(200);
  expect(await isConfirmed(ada.cookie)).toBe(true);
});

it('sends nothing if the address is confirmed', async () => {
  const ada = await signUp(app, 'done@example.test');
  await follow(await linkTo(app, ada.email, 'change'));
  expect(await ada.post(path, {})).toMatchObject({ status: 200, body: { msg: 'Your email address is confirmed.' } });
  expect(await emailsTo(app, ada.email)).toHaveLength(1);
});

it('is refused with its wait if it was requested a moment ago, even if ten arrive at once', async () => {
  const ada = await signUp(app, 'eager@example.test');
  const answers = await Promise.all(Array.from({ length: 10 }, () => ada.post(path, {})));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.find(({ status }) => status === 429)?.body).toEqual({
    code: 'too-many-confirmations',
    msg: 'We have sent you a link a moment ago, please check your email.',
    _msBeforeNext: expect.any(Number),
  });
  expect(await emailsTo(app, ada.email)).toHaveLength(2);
});

it('is for signed-in users only', async () => {
  expect((await app.visitor.request({ method: 'POST', url: path, payload: {} })).status).toBe(401);
});
