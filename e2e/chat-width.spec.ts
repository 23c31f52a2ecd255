import { expect, test } from './fixtures.ts';

test('from 1020 px of width on, a new chat gives its cards more room', async ({ page, login, navigate }) => {
  await login('premium@atrium.test');
  // Below 1200 px the bars overlay the chat, so it may only be narrower than the window by its scroll bar.
  await page.setViewportSize({ width: 1100, height: 900 });
  await navigate('/');
  const welcome = page.getByRole('region', { name: 'Welcome' });
  await expect(welcome).toBeVisible();
  const widthOf = async (of = welcome) => (await of.boundingBox())?.width ?? 0;
  const scrollBar = 1100 - (await widthOf());
  const cards = welcome.getByRole('list');
  await page.setViewportSize({ width: 1020 + scrollBar, height: 900 });
  await expect.poll(() => widthOf()).toBe(1020);
  const wide = await widthOf(cards);
  await page.setViewportSize({ width: 1019 + scrollBar, height: 900 });
  await expect.poll(() => widthOf()).toBe(1019);
  expect(await widthOf(cards)).toBeLessThan(wide - 100);
});
