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
  // Paused by its own link, because the checker cannot otherwise stop a page from reloading.
  { name: 'the operator page', path: '/operator?paused', ready: 'Updates are paused.' },
  { name: 'the mailbox', path: '/local/mail', ready: 'Mailbox' },
];
/** A phone, on which the page is loaded, and a desktop. */
const widths = [390, 1440];

for (const { name, path, as, ready } of screens)
  test(`${name} has no accessibility violation and does not scroll sideways`, async ({ page, login, navigate }) => {
    if (as) await login(as);
    for (const [at, width] of widths.entries()) {
      await page.setViewportSize({ width, height: 900 });
      if (at === 0) await navigate(path);
      await expect(page.getByText(ready).first()).toBeVisible();
      await expectAccessible(page);
    }
  });

for (const width of widths)
  test(`the main screen has no accessibility violation and does not scroll sideways at ${width} px`, async ({
    page,
    login,
    navigate,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await login('premium@atrium.test');
    await navigate('/');
    await expect(composer(page)).toBeVisible();
    await expectAccessible(page);
  });
