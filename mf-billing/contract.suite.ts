import { contractSuite } from '@atrium/shared-kernel/testing/contract-suite';

/** Another remote opens the settings, and a user without a plan is redirected to the payment page. */
export default contractSuite({
  as: 'free@atrium.test',
  redirects: { '/integrations': '/' },
  addresses: { '/subscribed': '/subscribed?session_id=unknown' },
  props: () => Promise.resolve({ 'billing.cropAvatar': { source: '/icon-512.png' } }),
  steps: {
    async 'the settings open from the left bar with the data of the session'({ go, page, as, emitted, expect }) {
      await go('/');
      await page.getByRole('button', { name: /Settings$/ }).click();
      const settings = page.getByRole('dialog', { name: 'Settings' });
      await settings.getByRole('tab', { name: 'Account' }).click();
      await expect(
        settings
          .getByText(as ?? '')
          .or(settings.locator(`input[value="${as}"]`))
          .first(),
      ).toBeVisible();
      await expect.poll(() => emitted('billing.settingsOpened'), 'the event was not emitted').not.toHaveLength(0);
      await page.goBack();
      await expect(settings).toBeHidden();
    },
    async 'a user without a plan is redirected to the payment page'({ go, page, expect }) {
      await go('/');
      const checkout = page.waitForRequest(/\/local\/.*checkout/);
      await page.getByRole('link', { name: 'Join Today' }).first().click();
      await expect(page).toHaveURL(({ pathname }) => pathname === '/subscribe');
      await checkout;
    },
  },
});
