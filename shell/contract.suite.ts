import { contractSuite, type Stage } from '@atrium/shared-kernel/testing/contract-suite';

const pathOf = ({ page }: Stage) => new URL(page.url()).pathname;
const dialogKeys = ({ page }: Stage) => [...new URL(page.url()).searchParams.keys()].filter((key) => key.length === 3);

/** What the shell provides to every remote, checked through the host as a remote uses it, for any pair of versions. */
export default contractSuite({
  steps: {
    async 'the shell gives the session of the person'({ host, expect, remote, as }) {
      await expect
        .poll(() => host.evaluate(({ session }) => session.authVersion$.value), 'the user was never requested')
        .toBeGreaterThan(0);
      const email = await host.evaluate(({ session }) => session.user$.value?.email);
      expect(email, `${remote} gets no session of ${as ?? 'a visitor'}`).toBe(as);
    },
    async 'the shell navigates for a remote, and exposes the location'(stage) {
      const { host, go, page, expect } = stage;
      const before = pathOf(stage);
      await go('/nowhere/at/all');
      await expect(page.getByRole('heading', { name: '404 - Not Found' })).toBeVisible();
      expect(await host.evaluate(({ navigation }) => navigation.location$.value.pathname)).toBe(pathOf(stage));
      await page.goBack();
      await expect.poll(() => host.evaluate(({ navigation }) => navigation.location$.value.pathname)).toBe(before);
    },
    async 'the shell shows an alert of a remote until it is dismissed'({ host, page, expect }) {
      const message = 'A remote says this.';
      const id = await host.evaluate(
        ({ alerts }, text) => alerts.show({ message: text, type: 'info', time: 0 }),
        message,
      );
      await expect(page.getByText(message)).toBeVisible();
      await host.evaluate(({ alerts }, shown) => alerts.dismiss(shown), id);
      await expect(page.getByText(message)).toBeHidden();
    },
    async 'the shell gives a dialog an address of its own, and back closes it'(stage) {
      const { host, page, expect } = stage;
      await host.evaluate(({ dialogs }) => void dialogs.confirm({ title: 'Is that so?', message: 'It may be.' }));
      const dialog = page.getByRole('dialog', { name: 'Is that so?' });
      await expect(dialog).toBeVisible();
      expect(dialogKeys(stage)).toHaveLength(1);
      await page.goBack();
      await expect(dialog).toBeHidden();
      expect(dialogKeys(stage)).toEqual([]);
    },
    async 'the shell opens and closes its bars for a remote'({ host, page, expect, go, as }) {
      if (!as) return;
      await go('/');
      const bar = page.locator('aside[data-side=left]');
      for (const open of [false, true]) {
        await host.evaluate(({ layout }, shown) => layout.setBar('left', shown), open);
        await expect(bar).toHaveAttribute('data-open', String(open));
        expect(await host.evaluate(({ layout }) => layout.bars$.value.left)).toBe(open);
      }
    },
    async 'the shell applies the theme that a remote chooses'({ host, page, expect }) {
      for (const theme of ['dark', 'light'] as const) {
        await host.evaluate(({ appearance }, name) => appearance.setTheme(name), theme);
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
        expect(await host.evaluate(({ appearance }) => appearance.theme$.value)).toBe(theme);
      }
    },
    async 'the shell stores values for a remote, and exposes network state and attribution'({ host, expect }) {
      const found = await host.evaluate(({ storage, online$, attribution }) => {
        storage.local.set('contract', 'kept');
        const stored = storage.local.get('contract');
        storage.local.remove('contract');
        return {
          stored,
          removed: storage.local.get('contract'),
          online: online$.value,
          visit: attribution.uuid.length > 0,
        };
      });
      expect(found).toEqual({ stored: 'kept', removed: undefined, online: true, visit: true });
    },
  },
});
