import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { CallDef, Infer, InferInput } from '@atrium/shared-kernel/contracts/define';
import type { Browser, BrowserContext, Page } from 'playwright/test';
import { headers, signUp } from './device-journey.ts';
import { expect, url } from './fixtures.ts';
import { shortenPauses } from './pauses.ts';

/** Makes a call with the session of the page's browser, without using its screens. */
export const call = async <C extends CallDef>(
  page: Page,
  { method, path }: C,
  input: InferInput<C['input']>,
): Promise<Infer<C['output']>> => {
  const target = url(`/api${path}`);
  const answer =
    method === 'GET'
      ? await page.request.get(target, { params: input as Record<string, string> })
      : await page.request.post(target, { data: input, headers: headers() });
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  return (await answer.json()) as Infer<C['output']>;
};

/** Sends a prompt and waits until its answer is complete. Gives the chat's id. */
export const send = async (page: Page, prompt: string, chatId?: string): Promise<string> => {
  const data = { prompt, ...(chatId ? { id: chatId } : {}) };
  const answer = await page.request.post(url(`/api${calls.chat.streamReply.path}`), { data, headers: headers() });
  const text = await answer.text();
  expect(answer.status(), text).toBe(200);
  return /"chatId":"([0-9a-f]{24})"/.exec(text)?.[1] ?? '';
};

/** Pays what the local checkout at that URL asks for. */
export const payFor = async (page: Page, redirectUrl: string): Promise<void> => {
  const form = { card: '4242424242424242' };
  const answer = await page.request.post(`${new URL(redirectUrl, url()).href}/pay`, {
    form,
    headers: headers(),
    maxRedirects: 0,
  });
  expect(answer.status(), await answer.text()).toBe(303);
};

/** A team of the signed-in user with paid seats. Gives its id. */
export const paidTeam = async (page: Page, name: string, quantity: number): Promise<string> => {
  const { redirectUrl } = await call(page, calls.billing.createTeamSubscription, { name, quantity });
  await payFor(page, redirectUrl);
  const { teams } = await call(page, calls.teams.listTeams, {});
  return teams.find((team) => team.name === name)?._id ?? '';
};

/** Identifies the user to a local provider, on the page that asks for it. Gives the URL to which that leads. */
export const consent = async (page: Page, redirectUrl: string, email: string): Promise<URL> => {
  const consentPage = await page.request.get(redirectUrl);
  const form = { email, firstName: 'Ada', lastName: 'Lovelace', verified: 'yes' };
  const answer = await page.request.post(consentPage.url(), { form, headers: headers() });
  return new URL(answer.url());
};

/** Waits until the page follows changes, which it does not do at once. The tabs of one browser share a connection. */
export const follows = async (page: Page): Promise<void> => {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.locks.query()).held?.length ?? 0), {
      timeout: 20_000,
      intervals: [100],
    })
    .toBe(1);
};

/** A user with two tabs in one browser and one tab in another. */
export interface Stage {
  readonly page: Page;
  readonly tab: Page;
  readonly other: Page;
  readonly email: string;
  /** Contexts that can be disconnected from the network; the first browser stays online. */
  readonly elsewhere: readonly BrowserContext[];
  readonly end: () => Promise<void>;
}

/** Opens the tabs of the user who is signed in in the browser of `page`. The other browser may be a phone’s. */
export const openStage = async (page: Page, browser: Browser, email: string, phone = false): Promise<Stage> => {
  const context = page.context();
  const viewport = phone ? { viewport: { width: 390, height: 844 } } : {};
  const second = await browser.newContext({ storageState: await context.storageState(), ...viewport });
  await Promise.all([context, second].map(shortenPauses));
  const [tab, other] = [await context.newPage(), await second.newPage()];
  return { page, tab, other, email, elsewhere: [second], end: () => second.close() };
};

export const newPerson = async (browser: Browser, name: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  await shortenPauses(page.context());
  await signUp(page, name);
  return page;
};

export const idOf = async (page: Page): Promise<string> => (await call(page, calls.session.getUser, {}))._id;
