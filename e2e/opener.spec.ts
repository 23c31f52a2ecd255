import { expect, test, url } from './fixtures.ts';

test('another site that opens the product keeps no reference to its window', async ({ page, context }) => {
  await context.route('https://evil.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Evil</title>' }),
  );
  await page.goto('https://evil.test/');
  const opening = page.waitForEvent('popup');
  await page.evaluate((address) => {
    Reflect.set(globalThis, 'opened', open(address));
  }, url());
  const product = await opening;
  await expect(product.locator('#app').getByRole('textbox', { name: 'Your first question' })).toBeVisible();
  expect(await product.evaluate(() => opener === null)).toBe(true);
  expect(await page.evaluate(() => (Reflect.get(globalThis, 'opened') as Window).closed)).toBe(true);
});
