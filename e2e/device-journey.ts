import type { Page } from 'playwright/test';
import { expect, password, url } from './fixtures.ts';

export const headers = () => ({ origin: new URL(url()).origin });

/** Creates an account that has finished its onboarding, signed in in this browser. Gives its email address. */
export const signUp = async (page: Page, name: string): Promise<string> => {
  const email = `${name}-${Date.now()}@example.org`;
  const data = { firstName: 'Ada', lastName: 'Lovelace', email, password };
  const registered = await page.request.post(url('/api/auth/register'), { data, headers: headers() });
  expect(registered.status(), await registered.text()).toBe(200);
  const updated = await page.request.post(url('/api/updateUser'), { data: { heardFrom: 'x' }, headers: headers() });
  expect(updated.status(), await updated.text()).toBe(200);
  return email;
};

/** Opens the account tab of the settings. */
export const openAccount = async (page: Page) => {
  await page.goto(url('/'));
  await page.getByRole('button', { name: /Settings$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('tab', { name: 'Account' }).click();
  return dialog;
};

export const isVisitor = (page: Page) => expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();

/** A virtual device of Chromium that stores passkeys and recognizes its owner. */
export const addAuthenticator = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
};
