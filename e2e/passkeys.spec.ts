import { addAuthenticator, isVisitor, openAccount, signUp } from './device-journey.ts';
import { expect, test, url, watchProblems } from './fixtures.ts';

test('a passkey is added, logs in without an address, and stops once it is removed', async ({ page }) => {
  const problems = watchProblems(page);
  const email = await signUp(page, 'passkey');
  const authenticator = await addAuthenticator(page);

  await test.step('the account takes the passkey that the device makes', async () => {
    const settings = await openAccount(page);
    await settings.getByRole('button', { name: 'Add a passkey' }).click();
    const passkeys = settings.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
    await expect(passkeys).toHaveCount(1);
    await settings.getByLabel('Passkey name').fill('Work laptop');
    await settings.getByRole('button', { name: 'Save name' }).click();
    await expect(passkeys).toContainText(/Work laptop.*Never used/);
    expect(await authenticator.credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);
  });

  await test.step('the same device is not asked twice', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible();
    expect(await authenticator.credentials()).toHaveLength(1);
  });

  await test.step('the passkey alone logs in', async () => {
    await page.getByRole('button', { name: 'Log out' }).click();
    await isVisitor(page);
    await page.goto(url('/auth/login'));
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await expect(page).toHaveURL(url('/'));
    const settings = await openAccount(page);
    await expect(settings.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
    await expect(settings.getByRole('list', { name: 'Passkeys' })).toContainText('Last used');
  });

  await test.step('once removed, it logs nobody in; what was typed stays', async () => {
    await page.getByRole('button', { name: /^Remove passkey/ }).click();
    await page.getByRole('dialog', { name: 'Remove passkey' }).getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('No passkeys yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Log out' }).click();
    await isVisitor(page);
    await page.goto(url('/auth/login'));
    await page.locator('#app').getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await expect(
      page.getByText('This passkey did not work here. Please try again, or log in with your email and password.'),
    ).toBeVisible();
    await expect(page.locator('#app').getByLabel('Email')).toHaveValue(email);
    await expect(page).toHaveURL(url('/auth/login'));
  });
  expect(problems).toEqual([]);
});

test('at a numeric address, a message says where passkeys work', async ({ page }) => {
  await page.goto(url('/auth/login').replace('localhost', '127.0.0.1'));
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByText(/^Passkeys do not work where the address is a number\./)).toBeVisible();
});
