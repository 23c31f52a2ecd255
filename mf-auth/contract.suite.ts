import { contractSuite, type Stage } from '@atrium/shared-kernel/testing/contract-suite';

/** Signs the browser out, so that it is a visitor's again. */
const leave = async ({ page, host }: Pick<Stage, 'page' | 'host'>) => {
  await page.context().clearCookies();
  await host.evaluate(({ session }) => session.refresh());
};

/** A visitor becomes a user, and the shell is notified. */
export default contractSuite({
  redirects: { '/onboarding': '/auth/login' },
  steps: {
    async 'a login gives the shell its session'({ go, page, host, request, emitted, expect }) {
      const email = `ada-${Date.now()}@example.org`;
      await request('/auth/register', { firstName: 'Ada', lastName: 'Lovelace', email, password: 'Atrium1!' });
      await page.context().clearCookies();
      await go('/auth/login');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('Atrium1!');
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await expect
        .poll(() => host.evaluate(({ session }) => session.user$.value?.email), 'the shell has no session')
        .toBe(email);
      expect(await emitted('auth.signedIn')).toEqual([{ new: false }]);
    },
    // Continues as the same user, because a page that one user has used is reloaded for another.
    async 'a new user sees the onboarding, and the shell is notified when it is done'({
      go,
      page,
      host,
      emitted,
      expect,
    }) {
      await go('/onboarding');
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('radio', { name: /friend/i }).check();
      await page.getByRole('button', { name: 'Finish' }).click();
      await expect(page).toHaveURL(({ pathname }) => pathname === '/');
      expect(await emitted('auth.onboarded')).toEqual([{}]);
      await expect(page.getByRole('complementary', { name: 'Chats' })).toBeVisible();
      await leave({ page, host });
    },
  },
});
