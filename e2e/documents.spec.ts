import { sendPrompt, attach, composer, expect, test, watchProblems } from './fixtures.ts';

const report = 'The harvest of the year was good. It rained in May, and the bees were busy. ';
const file = (name: string, mimeType: string, content: string | Buffer) => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
});
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test.beforeEach(async ({ login, navigate }) => {
  await login('premium@atrium.test');
  await navigate('/');
});

test('a document and a picture are sent, shape the answer, and are still there after a reload', async ({ page }) => {
  const problems = watchProblems(page);
  await attach(page, [file('harvest.txt', 'text/plain', report), file('dot.png', 'image/png', pixel)]);
  await sendPrompt(page, 'Summarise the harvest');
  const conversation = page.getByRole('list', { name: 'Conversation' });
  await expect(conversation.getByText('The harvest of the year was good.')).toBeVisible();
  await expect(conversation.getByText('1 × 1 pixels')).toBeVisible();

  await page.reload();
  await expect(conversation.getByRole('button', { name: 'Open harvest.txt' })).toBeVisible();
  const picture = conversation.getByRole('img', { name: 'dot.png' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await sendPrompt(page, 'Sum up the file again');
  await expect(conversation.getByText('I received 2 files in this chat')).toBeVisible();
  expect(problems).toEqual([]);
});

test('a file that cannot be read is named, and the draft stays with what can be read', async ({ page }) => {
  await attach(page, [file('empty.txt', 'text/plain', ' '), file('harvest.txt', 'text/plain', report)]);
  await composer(page).fill('Summarise the harvest');
  await composer(page).press('Enter');
  const problem = page.getByText('“empty.txt” is empty.');
  // The chip shows the problem before anything is sent, and stays. Sending shows it once more.
  await expect(page.getByRole('form', { name: 'Message Atrium' }).locator(problem)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Notifications' }).locator(problem)).toBeVisible();
  await expect(composer(page)).toHaveValue('Summarise the harvest');
  await page.getByRole('button', { name: 'Remove empty.txt' }).click();
  await composer(page).press('Enter');
  await expect(page.getByRole('list', { name: 'Conversation' }).getByText('The document has 16 words.')).toBeVisible();
});
