import { expectAccessible } from './accessible.ts';
import { composer, expect, test } from './fixtures.ts';

const screens: { name: string; path: string; as?: string; ready: string }[] = [
  { name: 'login', path: '/auth/login', ready: 'Welcome back' },
  { name: 'sign-up', path: '/auth/signup', ready: 'Create your account' },
  { name: 'a forgotten password', path: '/auth/reset', ready: 'Forgot your password?' },
  { name: 'a new password', path: '/auth/set?resetHash=x', ready: 'Set a new password' },
  { name: 'a link that does not hold', path: '/auth/change?changeHash=x&newEmail=y', ready: 'We couldn’t confirm' },
  { name: 'a new team', path: '/team', as: 'free@atrium.test', ready: 'Pay Now' },
  { name: 'not found', path: '/nowhere', ready: '404 - Not Found' },
  // Paused, as its link offers: the checker knows no other way to stop a page that loads itself again.
  { name: 'the operator page', path: '/operator?paused', ready: 'Updates are paused.' },
  { name: 'the mailbox', path: '/local/mail', ready: 'Mailbox' },
];
const views = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const viewport of views)
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport });

    for (const { name, path, as, ready } of screens)
      test(`${name} has no accessibility violation and does not scroll sideways`, async ({ page, login, navigate }) => {
        if (as) await login(as);
        await navigate(path);
        await expect(page.getByText(ready).first()).toBeVisible();
        await expectAccessible(page);
      });

    test('the main screen has no accessibility violation and does not scroll sideways', async ({
      page,
      login,
      navigate,
    }) => {
      await login('premium@atrium.test');
      await navigate('/');
      await expect(composer(page)).toBeVisible();
      await expectAccessible(page);
    });
  });
