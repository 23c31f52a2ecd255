import { contractSuite, type Stage } from '@atrium/shared-kernel/testing/contract-suite';

/** The browser is a visitor's again. */
const leave = async ({ page, host }: Pick<Stage, 'page' | 'host'>) => {
  await page.context().clearCookies();
  await host.evaluate(({ session }) => session.refresh());
};

/** A visitor becomes a person, and the shell learns of it. */
export default contractSuite({
  leadsOn: { '/onboarding': '/auth/login' },
  steps: {
    async 'a log-in gives the shell its session'({ go, page, host, heard, expect }) {
      await go('/auth/login');
      await page.getByLabel('Email').fill('free@atrium.test');
      await page.getByLabel('Password', { exact: true }).fill('Atrium1!');
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await expect
        .poll(() => host.evaluate(({ session }) => session.user$.value?.email), 'the shell has no session')
        .toBe('free@atrium.test');
      expect(await heard('auth.signedIn')).toEqual([{ new: false }]);
      await expect(page.getByRole('complementary', { name: 'Chats' })).toBeVisible();
      await leave({ page, host });
    },
    async 'whoever is new is welcomed, and the shell learns when that is done'({ go, page, host, ask, heard, expect }) {
      const names = { firstName: 'Ada', lastName: 'Lovelace', password: 'Atrium1!' };
      await ask('/auth/register', { ...names, email: `ada-${Date.now()}@example.org` });
      await host.evaluate(({ session }) => session.refresh());
      await go('/onboarding');
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('radio', { name: /friend/i }).check();
      await page.getByRole('button', { name: 'Finish' }).click();
      await expect(page).toHaveURL(({ pathname }) => pathname === '/');
      expect(await heard('auth.onboarded')).toEqual([{}]);
      await leave({ page, host });
    },
  },
});
