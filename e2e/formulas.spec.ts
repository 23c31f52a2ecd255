import { sendPrompt, expect, test, url, watchProblems, withContent } from './fixtures.ts';

const fractions = `${'\\frac{'.repeat(200)}x${'}{2}'.repeat(200)}`;
/** Formulas that would crash a page, or make it millions of pixels high, if they were rendered without limits. */
const hostile = [
  'Tea is $5 and coffee is $10.',
  `$$${fractions}$$`,
  '$$\\rule{100000em}{100000em}$$',
  `$${'\\rule{10em}{10em}+'.repeat(200)}$`,
  '$\\kern-5000em x$ and $\\smash{\\raisebox{-5000em}{x}}$',
  `$$${'\\left('.repeat(300)}x${'\\right)'.repeat(300)}$$`,
  '$$\\def\\a{\\a\\a}\\a$$',
  `$$\\begin{matrix}${`${'1&'.repeat(99)}1\\\\`.repeat(100)}\\end{matrix}$$`,
  `${'> '.repeat(3000)}deep`,
  '`'.repeat(20).concat(Array.from({ length: 200 }, (_, at) => `e${'`'.repeat(at + 1)}`).join('')),
  '*a **b '.repeat(3000),
  '['.repeat(20_000),
  `${'-.'.repeat(20_000)}@`,
  'Euler: $e^{i\\pi} + 1 = 0$',
  'This is the end of it.',
].join('\n\n');

test('a shared chat full of hostile formulas opens and scrolls for a visitor, and no formula is larger than a screen or two', async ({
  page,
  context,
  browser,
  login,
  navigate,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(url()).origin });
  await login('premium@atrium.test');
  await navigate('/');
  await sendPrompt(page, `Formulas ${Date.now()}`);
  const row = page.getByRole('complementary', { name: 'Chats' }).locator('[data-open=true]');
  await row.hover();
  await row.getByRole('button', { name: /^Options for / }).click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  await page.getByRole('dialog', { name: 'Share Chat' }).getByRole('button', { name: 'Copy Link' }).click();
  await expect(page.getByText('Copied to clipboard.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const visitors = await browser.newContext();
  const visitor = await visitors.newPage();
  const problems = watchProblems(visitor);
  await withContent(visitor, hostile);
  await visitor.goto(link);
  await expect(visitor.getByText('Tea is $5 and coffee is $10.').first()).toBeAttached();
  await expect(visitor.locator('.katex').first()).toBeAttached();
  const end = visitor.getByText('This is the end of it.').last();
  await end.scrollIntoViewIfNeeded();
  await expect(end).toBeVisible();
  const sizes = await visitor
    .locator('.katex')
    .evaluateAll((formulas) =>
      formulas.map((formula) => formula.getBoundingClientRect()).map(({ width, height }) => Math.max(width, height)),
    );
  expect(Math.max(...sizes)).toBeLessThan(3000);
  const tallest = await visitor
    .locator('[data-markdown]')
    .evaluateAll((texts) => Math.max(...texts.map((text) => text.getBoundingClientRect().height)));
  expect(tallest).toBeLessThan(100_000);
  // Nothing covers the rest of the page.
  expect(await visitor.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThan(100);
  expect(problems).toEqual([]);
  // A route may still be handling a response.
  await visitor.unrouteAll({ behavior: 'ignoreErrors' });
  await visitors.close();
});

test('a formula is rendered as it streams, and an amount of money is not one', async ({ page, login, navigate }) => {
  const problems = watchProblems(page);
  await login('premium@atrium.test');
  await navigate('/');
  await sendPrompt(page, `Amounts ${Date.now()}`);
  await withContent(
    page,
    'It is $5 and $10.\n\n\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}\n\n```math\nx^2\n```\n\nSo \\(y\\).',
  );
  await page.reload();
  await expect(page.getByText('It is $5 and $10.').first()).toBeVisible();
  const answer = page.locator('[data-markdown]').filter({ hasText: 'It is $5 and $10.' }).first();
  await expect(answer.locator('.katex')).toHaveCount(3);
  await expect(answer.locator('.katex-display')).toHaveCount(2);
  expect(problems).toEqual([]);
});
