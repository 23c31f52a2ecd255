import { type APIRequestContext, expect, type Page, test as base } from 'playwright/test';

// Playwright looks at the stack of each of its calls, and would map each line of it to a source. The sources run as they
// are written.
Reflect.deleteProperty(Error, 'prepareStackTrace');

// In the runner's own process no product has started yet, and there is no worker number.
const products = JSON.parse(process.env['ATRIUM_PRODUCTS'] ?? '[]') as Readonly<Record<string, string>>[];
Object.assign(process.env, products[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]);

export const url = (path = '/'): string => new URL(path, process.env['ATRIUM_URL']).href;
export const data = (): string => process.env['ATRIUM_JOURNEYS_DATA'] ?? '';
export const password = 'Atrium1!';

interface Fixtures {
  /** Leaves the product with the session of a seeded account. Another journey tests the log-in form. */
  login: (email: string) => Promise<void>;
  /** Opens a path of the product, and waits until its remotes have replaced the page's own HTML. */
  navigate: (path: string) => Promise<void>;
}

/** Signs the browser of `request` in to a seeded account of the product at `address`. */
export const signIn = async (request: APIRequestContext, email: string, address = url()): Promise<void> => {
  const answer = await request.post(new URL('/api/auth/login', address).href, {
    data: { email, password },
    headers: { origin: new URL(address).origin },
  });
  expect(answer.status(), await answer.text()).toBe(200);
};

/** Leaves the product without a session. An open page would otherwise reload itself. */
export const forgetSession = async (page: Page): Promise<void> => {
  await page.goto('about:blank');
  await page.context().clearCookies();
};

export const test = base.extend<Fixtures>({
  page: async ({ page }, provide) => {
    await provide(page);
    // A route of the journey may still be handling a response when the journey ends, which is not a failure.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  navigate: async ({ page }, provide) => {
    await provide(async (path) => {
      await page.goto(url(path));
      await page.locator('#frame').waitFor({ state: 'detached' });
    });
  },
  login: async ({ page }, provide) => {
    await provide(async (email) => {
      // A page of another user would reload itself, in the middle of what comes next. A new page is blank, and another
      // load of nothing takes a tenth of what a load of the product takes.
      if (page.url() !== 'about:blank') await page.goto('about:blank');
      await signIn(page.request, email);
    });
  },
});
export { expect } from 'playwright/test';

export const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' });

type Files = Parameters<ReturnType<Page['locator']>['setInputFiles']>[0];

/** Attaches files and waits until the upload of each has ended. */
export const attach = async (page: Page, files: Files): Promise<void> => {
  await page.locator('input[type=file]').first().setInputFiles(files);
  await expect(page.getByRole('list', { name: 'Attachments' })).toHaveAttribute('aria-busy', 'false');
};

/** Sends a prompt and waits until its answer is complete. */
export const sendPrompt = async (page: Page, prompt: string): Promise<void> => {
  await composer(page).fill(prompt);
  await composer(page).press('Enter');
  // The prompt and the running reply appear together. A quick reply may be over before anyone can see it running.
  await expect(page.getByRole('list', { name: 'Conversation' }).getByText(prompt).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 60_000 });
};

/** Records scripts that the page's policy refused, and uncaught errors, both of which fail the test. */
export const watchProblems = (page: Page): string[] => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Trusted/.test(message.text()))
      problems.push(message.text());
  });
  return problems;
};

/** Replaces the content of every message of a chat that the service sends. */
export const withContent = (page: Page, content: string) =>
  page.route(
    (address) => address.pathname.startsWith('/api/'),
    async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      if (!body.includes('"messages"')) return route.fulfill({ response });
      const { messages, ...rest } = JSON.parse(body);
      const changed = messages.map((message: object) => ({ ...message, content }));
      return route.fulfill({ response, json: { ...rest, messages: changed } });
    },
  );
