import { expectAccessible } from './accessible.ts';
import { addAuthenticator, openAccount } from './device-journey.ts';
import { data, expect, password, test, url } from './fixtures.ts';
import { release, setText } from './releases.ts';

const operatorOrigin = async (): Promise<string> => {
  const view = (await (await fetch(url('/operator.json'))).json()) as { changes?: string };
  return view.changes ?? '';
};
const isDisabled = () => /"name":"mf-teams"[^\n]*"disabled":true/.test(setText(data()));

test('an operator disables a remote on a page of its own, where no script of the product can act', async ({ page }) => {
  // Sets that other journeys signed by hand are not steps of an operator.
  await release(data(), 'sign', 'local');
  const origin = await operatorOrigin();

  await test.step('the overview links to it, and a product admin signs in', async () => {
    await page.goto(url('/operator?paused'));
    await page.getByRole('link', { name: 'Make changes' }).click();
    await expectAccessible(page);
    await page.getByLabel('Email').fill('admin@atrium.test');
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Versions' })).toContainText('mf-teams');
    await expectAccessible(page);
  });

  await test.step('it shows what changes, makes the change, and records it', async () => {
    await page.getByRole('link', { name: 'Disable: mf-teams' }).click();
    await page.getByLabel('Reason (optional)').fill('A <b>test</b> of the page');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('local: mf-teams@workspace, disabled')).toBeVisible();
    expect(isDisabled()).toBe(false);
    await page.getByRole('button', { name: 'Disable' }).click();
    await expect(page.getByText('Done', { exact: true })).toBeVisible();
    expect(isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Audit trail' }).click();
    await expect(page.getByRole('list', { name: 'Audit trail' })).toContainText('of admin (product:admin@atrium.test)');
    await expectAccessible(page);
  });

  await test.step('a script of the product’s origin gets nothing done, with the operator’s cookies in the browser', async () => {
    await page.goto(url('/operator?paused'));
    const attacks = await page.evaluate(async (at) => {
      const body = new URLSearchParams({ remote: 'mf-teams' });
      const tries = ['/requests/enable', '/preview/enable', '/sign-out', '/api/requests'].map((path) =>
        fetch(at + path, { method: 'POST', credentials: 'include', mode: 'no-cors', body }).then(
          ({ type }) => type,
          () => 'blocked',
        ),
      );
      const read = await fetch(at, { credentials: 'include' }).then(
        () => 'read',
        () => 'blocked',
      );
      return [...(await Promise.all(tries)), read];
    }, origin);
    expect(new Set(attacks)).toEqual(new Set(['blocked']));
    // That page's policy would also prevent it, so the same is tried from a page without a policy.
    await page.route(url('/bare'), (route) => route.fulfill({ contentType: 'text/html', body: '<p>Bare</p>' }));
    await page.goto(url('/bare'));
    const seen = await page.evaluate(async (at) => {
      const body = new URLSearchParams({ remote: 'mf-teams' });
      const sent = await fetch(`${at}/requests/enable`, {
        method: 'POST',
        credentials: 'include',
        mode: 'no-cors',
        body,
      }).then(
        ({ type }) => type,
        () => 'blocked',
      );
      const read = await fetch(at, { credentials: 'include' }).then(
        () => 'read',
        () => 'blocked',
      );
      const frame = document.body.appendChild(Object.assign(document.createElement('iframe'), { src: at }));
      await new Promise((done) => frame.addEventListener('load', done, { once: true }));
      return [sent, read, frame.contentDocument === null ? 'closed' : 'open'];
    }, origin);
    expect(seen).toEqual(['blocked', 'blocked', 'closed']);
    await page.setContent(
      `<form method="post" action="${origin}/requests/enable"><input name="remote" value="mf-teams"></form>`,
    );
    await page.locator('form').evaluate((form: HTMLFormElement) => form.submit());
    await expect(page.getByText('Changes can only be made on the operator pages.')).toBeVisible();
    expect(isDisabled()).toBe(true);
  });

  await test.step('the operator, who is still signed in, enables it again', async () => {
    await page.goto(origin);
    await page.getByRole('link', { name: 'Enable: mf-teams' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Enable' }).click();
    await expect(page.getByText('Done', { exact: true })).toBeVisible();
    expect(isDisabled()).toBe(false);
  });
});

test('a passkey of a product admin signs in to the page of operators, until it is removed', async ({ page, login }) => {
  await login('admin@atrium.test');
  const authenticator = await addAuthenticator(page);
  const settings = await openAccount(page);
  await settings.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(settings.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1);
  const origin = await operatorOrigin();

  // With the keyboard alone, starting from the page's first field.
  await page.goto(origin);
  await page.getByRole('button', { name: 'Use a passkey' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Versions' })).toBeVisible();
  expect(await authenticator.credentials()).toMatchObject([{ rpId: 'localhost', signCount: expect.any(Number) }]);
  await expect(page.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: 'Sign out' }).click();

  await openAccount(page);
  await page.getByRole('button', { name: /^Remove passkey/ }).click();
  await page.getByRole('dialog', { name: 'Remove passkey' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await page.goto(origin);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('Check your details, and that you are a product admin.');
});
