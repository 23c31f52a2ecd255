import { chat, tags } from '@atrium/shared-kernel/contracts/calls';
import type { CallDef, Infer, InferInput } from '@atrium/shared-kernel/contracts/define';
import type { BrowserContext, Page } from 'playwright';
import { onReference } from './calibration.ts';
import { sendPrompt } from './reply-lines.ts';

/** Makes changes through an instance of the service, without a screen. */
export interface Writer {
  call<C extends CallDef>(call: C, input: InferInput<C['input']>): Promise<Infer<C['output']>>;
}

export const createWriter = (url: string, cookie: string, origin = url): Writer => ({
  async call({ method, path }, input) {
    const query = method === 'GET' ? `?${new URLSearchParams(input)}` : '';
    const answer = await fetch(`${url}/api${path}${query}`, {
      method,
      headers: { cookie, origin, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
    });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as never;
  },
});

/** Signs all tabs of a browser in with the session of `cookie`. */
export const signInTo = async (context: BrowserContext, url: string, cookie: string): Promise<void> => {
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url }]);
};

/** Opens a tab with its lists that follows changes. */
export const openTab = async (context: BrowserContext, url: string): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('region', { name: 'Chats', exact: true }).getByRole('link').first().waitFor();
  // One tab holds the lock, and the others wait for it.
  const tabs = context.pages().length;
  await page.waitForFunction(async (count) => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return held.length + pending.length >= count;
  }, tabs);
  return page;
};

/** What is expected on the page: a text, or the link of a chat. */
export interface Awaited {
  readonly text?: string;
  readonly chatId?: string;
}

/** Resolves with the time at which the page has painted it, in milliseconds since 1970. */
export const painted = (page: Page, awaited: Awaited): Promise<number> =>
  page.evaluate(
    ({ text, chatId }) =>
      new Promise<number>((resolve) => {
        const isThere = () =>
          chatId === undefined
            ? document.body.textContent.includes(text!)
            : document.querySelector(`a[href*="${chatId}"]`) !== null;
        const check = () => {
          if (!isThere()) return;
          observer.disconnect();
          // The first frame draws it; the second starts after it is drawn.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(Date.now())));
        };
        const observer = new MutationObserver(check);
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        check();
      }),
    awaited,
  );

/** The fixed layout. Its reference was measured with a processor four times slower. */
export const beside = { ...onReference.layout, reference: onReference.layout.reference / 4 };

/** A short chat to copy and to rename, and a collection to rename. */
export const prepare = async (writer: Writer, origin: string, cookie: string) => {
  await (await sendPrompt(origin, cookie, 'Hi')).text();
  const { chats } = await writer.call(chat.listChats, {});
  const { tag } = await writer.call(tags.createEditTag, { name: 'Measured' });
  return { chatId: chats[0]!._id, tagId: tag!._id };
};
