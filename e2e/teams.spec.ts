import { signUp } from './device-journey.ts';
import { expect, password, test, url, watchProblems } from './fixtures.ts';
import { paidTeam } from './sync-stage.ts';
import { change, openTeam, pay } from './team-journey.ts';

test('a team is bought, joined by its link through a sign-up, and then it is full', async ({
  page,
  context,
  browser,
}) => {
  // Three browsers take part.
  test.slow();
  const problems = watchProblems(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(url()).origin });
  await signUp(page, 'founder');

  const link = await test.step('two seats are paid for, and the link is copied', async () => {
    await page.goto(url('/team'));
    await page.getByLabel('Team name').fill('Borealis');
    await page.getByRole('button', { name: 'Pay Now' }).click();
    await pay(page);
    await page.getByRole('button', { name: 'Team', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Team Management' });
    await expect(dialog.getByText('Available seat', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Copy Join Link' }).click();
    await expect(page.getByText('Copied to clipboard.')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/\/join\?id=[0-9a-f]{24}$/);
    return copied;
  });

  await test.step('a user without an account signs up and joins', async () => {
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(link);
    await expect(visitor).toHaveURL(url('/auth/signup'));
    await visitor.getByLabel('First name').fill('Grace');
    await visitor.getByLabel('Last name').fill('Hopper');
    await visitor.locator('#app').getByLabel('Email').fill(`grace-${Date.now()}@example.org`);
    await visitor.locator('#app').getByLabel('Password', { exact: true }).fill(password);
    await visitor.getByRole('button', { name: 'Create account' }).click();
    await expect(visitor.getByText('Successfully joined team.')).toBeVisible();
    await expect(visitor).toHaveURL(/\/onboarding/);
    await visitor.context().close();
  });

  await test.step('the next user finds no free seat, and the admin no link', async () => {
    const late = await (await browser.newContext()).newPage();
    await signUp(late, 'late');
    await late.goto(link);
    await expect(late.getByRole('heading', { name: 'Your team doesn’t have a free seat yet' })).toBeVisible();
    await late.context().close();
    await page.reload();
    await page.getByRole('button', { name: 'Team', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Team Management' });
    await expect(dialog.getByText('Grace Hopper')).toBeVisible();
    await expect(dialog.getByText('Add more seats to share join link')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Copy Join Link' })).toHaveCount(0);
  });
  expect(problems).toEqual([]);
});

test('a role gives its members access to an agent, and a removal revokes it', async ({ page, browser }) => {
  test.slow();
  await signUp(page, 'lead');
  const teamId = await paidTeam(page, 'Cassini', 3);
  await change(page, '/createEditFlow', { title: 'Open clerk', instruction: 'Help.', teamId });
  const others = await browser.newContext();
  const member = await others.newPage();
  await signUp(member, 'pupil');
  await member.goto(url(`/join?id=${teamId}`));
  await expect(member.getByText('Successfully joined team.')).toBeVisible();
  const bar = member.getByRole('complementary', { name: 'Chats' });
  await expect(bar.getByText('Open clerk')).toBeVisible();

  await test.step('the agent is given to a role that the member does not have', async () => {
    const dialog = await openTeam(page, teamId, 'Cassini');
    await dialog.getByRole('tab', { name: 'Roles' }).click();
    await dialog.getByRole('button', { name: 'Create Role' }).click();
    const role = page.getByRole('dialog', { name: 'Role', exact: true });
    await role.getByLabel('Name').fill('Closers');
    await role.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('list', { name: 'Roles' }).getByText('Closers')).toBeVisible();
    await dialog.getByRole('tab', { name: 'Agents' }).click();
    await dialog.getByRole('button', { name: 'Edit Open clerk' }).click();
    const agent = page.getByRole('dialog', { name: 'Agent', exact: true });
    await agent.getByRole('checkbox', { name: 'Closers' }).check();
    await agent.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('list', { name: 'Agents' }).getByText('Closers')).toBeVisible();
    await member.reload();
    await expect(bar.getByRole('button', { name: 'Team', exact: true })).toBeVisible();
    await expect(bar.getByText('Open clerk')).toHaveCount(0);
  });

  await test.step('the role restores the agent', async () => {
    const dialog = page.getByRole('dialog', { name: 'Team Management' });
    await dialog.getByRole('tab', { name: 'Team' }).click();
    await dialog
      .getByRole('button', { name: /^Manage Ada Lovelace/ })
      .last()
      .click();
    const managed = page.getByRole('dialog', { name: 'Manage Team Member' });
    await managed.getByRole('checkbox', { name: 'Closers' }).check();
    await managed.getByRole('button', { name: 'Save' }).click();
    await expect(managed).toBeHidden();
    await member.reload();
    await expect(bar.getByText('Open clerk')).toBeVisible();
  });

  await test.step('after a removal, seat and agent are gone, and the link does not admit the user again', async () => {
    const dialog = page.getByRole('dialog', { name: 'Team Management' });
    await dialog
      .getByRole('button', { name: /^Manage Ada Lovelace/ })
      .last()
      .click();
    await page.getByRole('dialog', { name: 'Manage Team Member' }).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Remove member' }).getByRole('button', { name: 'Remove' }).click();
    await expect(dialog.getByRole('list', { name: 'Members', exact: true }).getByRole('listitem')).toHaveCount(1);
    await member.reload();
    await expect(member.getByRole('link', { name: 'Join Today' }).first()).toBeVisible();
    await expect(bar.getByText('Open clerk')).toHaveCount(0);
    await member.goto(url(`/join?id=${teamId}`));
    await expect(member.getByText(/This link is no longer valid/).first()).toBeVisible();
  });
  await others.close();
});

test('seats change for the amount that was shown, and the log says who changed them', async ({ page }) => {
  await signUp(page, 'payer');
  const teamId = await paidTeam(page, 'Dione', 2);
  for (let role = 1; role <= 20; role += 1) await change(page, '/createEditTeamRole', { teamId, name: `Role ${role}` });
  const dialog = await openTeam(page, teamId, 'Dione');
  await test.step('the row of tabs stays where it is, however long their content is', async () => {
    const row = dialog.getByRole('tablist');
    const position = await row.boundingBox();
    for (const tab of ['Agents', 'Roles', 'Team']) {
      await dialog.getByRole('tab', { name: tab }).click();
      expect(await row.boundingBox()).toEqual(position);
    }
    await dialog.getByRole('tab', { name: 'Roles' }).click();
    await dialog.getByRole('button', { name: 'Delete Role 20' }).scrollIntoViewIfNeeded();
    expect(await row.boundingBox()).toEqual(position);
    await dialog.getByRole('tab', { name: 'Team' }).click();
  });
  await dialog.getByRole('button', { name: 'Adjust Seats' }).click();
  const seats = page.getByRole('dialog', { name: 'Adjust Team Seats' });
  await seats.getByRole('textbox', { name: 'Seats' }).fill('4');
  const confirm = seats.getByRole('checkbox');
  await expect(confirm).toHaveAccessibleName(/^I agree that \$\d+\.\d\d \(USD\) will be charged now\.$/);
  const shown = /\$(\d+)\.(\d\d)/.exec((await seats.getByText(/will be charged now/).textContent()) ?? '');
  await expect(seats.getByRole('button', { name: 'Update' })).toBeDisabled();
  await confirm.check();
  await seats.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Subscription seats updated successfully.')).toBeVisible();
  await expect(seats).toBeHidden();
  await expect(dialog.getByText('4', { exact: true })).toBeVisible();

  const bills = (await (await page.request.get(url(`/api/stripe/teamInvoices?teamId=${teamId}`))).json()) as {
    invoices: { amount: number; status: string }[];
  };
  expect(bills.invoices[0]).toMatchObject({ amount: Number(`${shown?.[1]}${shown?.[2]}`), status: 'paid' });

  await dialog.getByRole('button', { name: 'Team options' }).click();
  await page.getByRole('menuitem', { name: 'Activity' }).click();
  await expect(page.getByText('Ada Lovelace changed the number of seats from 2 to 4')).toBeVisible();
});

test('a seat payment that requires a confirmation opens the provider’s page and returns', async ({ page, context }) => {
  await signUp(page, 'confirming');
  const teamId = await paidTeam(page, 'Rhea', 2);
  await page.goto(url(`/local/portal/${teamId}`));
  await page.getByRole('textbox', { name: 'New card number' }).fill('4000 0025 0000 3155');
  await page.getByRole('button', { name: 'Use this card' }).click();
  await expect(page.getByText('The new card is in use.')).toBeVisible();
  const dialog = await openTeam(page, teamId, 'Rhea');
  await dialog.getByRole('button', { name: 'Adjust Seats' }).click();
  const seats = page.getByRole('dialog', { name: 'Adjust Team Seats' });
  await seats.getByRole('textbox', { name: 'Seats' }).fill('4');
  await seats.getByRole('checkbox').check();
  await seats.getByRole('button', { name: 'Update' }).click();
  await expect(seats.getByText('Your bank asks you to confirm the payment for 4 seats.')).toBeVisible();
  await expect(page.getByText(/payment failed/)).toBeHidden();
  const leaving = context.waitForEvent('page');
  await seats.getByRole('link', { name: 'Confirm Payment' }).click();
  const bill = await leaving;
  await test.step('a user who returns without confirming is notified', async () => {
    await expect(bill.getByRole('heading', { name: /^Invoice ATR-/ })).toBeVisible();
    await seats.getByRole('button', { name: 'Check Again' }).click();
    await expect(seats.getByText('The payment isn’t confirmed yet.')).toBeVisible();
    await expect(seats.getByRole('button', { name: 'Keep 2 Seats' })).toBeVisible();
  });
  await bill.getByRole('button', { name: 'Confirm this payment' }).click();
  await expect(bill.getByText('The payment is confirmed.')).toBeVisible();
  await bill.close();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByText('Subscription seats updated successfully.')).toBeVisible();
  await expect(seats).toBeHidden();
  await expect(dialog.getByText('4', { exact: true })).toBeVisible();
});
