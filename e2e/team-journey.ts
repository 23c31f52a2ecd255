import type { Page } from 'playwright/test';
import { headers } from './device-journey.ts';
import { expect, url } from './fixtures.ts';

/** The service's response to one call that changes something. */
export const change = async (page: Page, path: string, data: object): Promise<unknown> => {
  const answer = await page.request.post(url(`/api${path}`), { data, headers: headers() });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
};

/** Pays what the local checkout asks for, and waits for the main screen. */
export const pay = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page).toHaveURL(url('/'));
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
};

/** Opens the dialog of a team by its URL. */
export const openTeam = async (page: Page, teamId: string, name: string) => {
  await page.goto(url(`/?team=${teamId}`));
  const dialog = page.getByRole('dialog', { name: 'Team Management' });
  await expect(dialog.getByRole('heading', { name })).toBeVisible();
  return dialog;
};
