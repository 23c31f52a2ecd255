import type { Page } from 'playwright/test';
import { signUp } from './device-journey.ts';
import { expect, test, url } from './fixtures.ts';
import { shortenPauses } from './pauses.ts';
import { paidTeam } from './sync-stage.ts';
import { change, openTeam } from './team-journey.ts';

const invoicesOf = async (page: Page, teamId: string) => {
  const answer = await page.request.get(url(`/api/stripe/teamInvoices?teamId=${teamId}`));
  return ((await answer.json()) as { invoices: { amount: number }[] }).invoices;
};

/** A team with two admins, each with their own browser. */
const twoAdmins = async (page: Page, other: Page, name: string) => {
  await Promise.all([page, other].map(shortenPauses));
  await signUp(page, 'first');
  const teamId = await paidTeam(page, name, 5);
  await signUp(other, 'second');
  const { _id } = (await (await other.request.get(url('/api/user'))).json()) as { _id: string };
  await change(other, '/joinTeam', { teamId });
  await change(page, '/transferTeam', { teamId, memberId: _id, stay: true });
  return teamId;
};

test('a second admin sees the seats that the first one changed, and reverts none of them', async ({
  page,
  browser,
}) => {
  test.slow();
  const other = await (await browser.newContext()).newPage();
  const teamId = await twoAdmins(page, other, 'Lyra');
  const openSeats = async (one: Page) => {
    const dialog = await openTeam(one, teamId, 'Lyra');
    await dialog.getByRole('button', { name: 'Adjust Seats' }).click();
    const seats = one.getByRole('dialog', { name: 'Adjust Team Seats' });
    await expect(seats.getByText('Currently 5, with 2 in use.')).toBeVisible();
    return seats;
  };
  const order = async (dialog: Awaited<ReturnType<typeof openSeats>>, seats: string) => {
    await dialog.getByLabel('Seats').fill(seats);
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Update' }).click();
  };
  const [first, second] = [await openSeats(page), await openSeats(other)];
  await second.getByLabel('Seats').fill('6');
  await second.getByRole('checkbox').check();

  await order(first, '8');
  await expect(page.getByText('Subscription seats updated successfully.')).toBeVisible();
  const paid = await invoicesOf(page, teamId);

  // Before anything is confirmed.
  const note = second.getByRole('alert');
  await expect(note).toContainText('The seats of this team changed from 5 to 8', { timeout: 15_000 });
  await expect(second.getByText('Currently 8, with 2 in use.')).toBeVisible();
  await expect(second.getByLabel('Seats')).toHaveValue('6');
  await expect(second.getByText('Nothing is charged now.')).toBeVisible();
  expect(await invoicesOf(page, teamId)).toEqual(paid);

  // By keyboard: Save moves the focus to the note, whose first button keeps the typed value.
  await second.getByLabel('Seats').press('Enter');
  await expect(note).toBeFocused();
  await other.keyboard.press('Tab');
  await other.keyboard.press('Enter');
  await expect(note).toBeHidden();
  await expect(second.getByLabel('Seats')).toHaveValue('6');
  await order(second, '9');
  await expect(other.getByText('Subscription seats updated successfully.')).toBeVisible();
  await expect(other.getByRole('dialog', { name: 'Team Management' })).toContainText('9');
  await other.context().close();
});

test('two admins who edit one agent at once do not undo each other', async ({ page, browser }) => {
  test.slow();
  const other = await (await browser.newContext()).newPage();
  const teamId = await twoAdmins(page, other, 'Vega');
  await change(page, '/createEditFlow', { title: 'Clerk', instruction: 'Answer in short.', teamId });
  const openAgent = async (one: Page) => {
    const dialog = await openTeam(one, teamId, 'Vega');
    await dialog.getByRole('tab', { name: 'Agents' }).click();
    await dialog.getByRole('button', { name: 'Edit Clerk' }).click();
    const form = one.getByRole('dialog', { name: 'Agent', exact: true });
    await expect(form.getByLabel('Instructions')).toHaveValue('Answer in short.');
    return form;
  };
  const [first, second] = [await openAgent(page), await openAgent(other)];
  await first.getByLabel('Instructions').fill('Answer at length, with sources.');
  await first.getByRole('button', { name: 'Save' }).click();
  await expect(first).toBeHidden();

  // The form gets the other change before it is saved.
  await second.getByLabel('Name').fill('Chief clerk');
  const note = second.getByRole('alert');
  await expect(note).toContainText('Answer at length, with sources.');
  await expect(second.getByLabel('Name')).toHaveValue('Chief clerk');
  await second.getByLabel('Instructions').fill('Answer at length, with sources.');
  await note.getByRole('button', { name: 'Keep mine' }).click();
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second).toBeHidden();
  const team = (await (await page.request.get(url(`/api/team?teamId=${teamId}`))).json()) as { flows: object[] };
  expect(team.flows).toMatchObject([{ title: 'Chief clerk', instruction: 'Answer at length, with sources.' }]);
  await other.context().close();
});
