import { expect, test } from './fixtures.ts';

test('users of the inspector see which remote rendered what, in that tab only', async ({
  page,
  context,
  login,
  navigate,
}) => {
  await login('premium@atrium.test');
  await navigate('/?inspect');
  await page.getByRole('button', { name: 'Inspect', exact: true }).click();
  const inspector = page.getByRole('region', { name: 'Inspector' });
  await expect(inspector.getByRole('heading', { name: /^mf-workspace \d/ })).toBeVisible();
  await expect(inspector.getByRole('button', { name: 'chat-screen' })).toBeVisible();
  await expect(inspector.getByRole('list', { name: 'Remotes' })).toContainText(/scripts [1-9][\d.]* kB/);
  expect(new URL(page.url()).search).toBe('');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Inspect', exact: true })).toBeVisible();

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Inspect', exact: true })).toHaveCount(0);

  await page.getByRole('button', { name: 'Inspect', exact: true }).click();
  await page.getByRole('button', { name: 'Turn off the inspector' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Inspect', exact: true })).toHaveCount(0);

  await page.keyboard.press('Control+Alt+KeyO');
  await expect(page.getByRole('button', { name: 'Inspect', exact: true })).toBeVisible();
});
