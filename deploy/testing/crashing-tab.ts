import type { Page } from 'playwright';

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

interface Answer {
  readonly id?: number;
  readonly result?: { readonly result?: { readonly value?: unknown } };
}

/**
 * Controls a tab without the test runner, whose page object is lost with the first crash. The tab keeps its session
 * storage.
 */
export const crashingTab = async (page: Page) => {
  const browser = page.context().browser();
  if (!browser) throw new Error('This page has no browser.');
  const root = await browser.newBrowserCDPSession();
  const own = await page.context().newCDPSession(page);
  const { targetId } = (await own.send('Target.getTargetInfo')).targetInfo;
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: false });
  const awaiting = new Map<number, (answer: Answer) => void>();
  root.on('Target.receivedMessageFromTarget', ({ message }) => {
    const answer = JSON.parse(message) as Answer;
    awaiting.get(answer.id ?? 0)?.(answer);
  });
  let id = 0;
  const send = async (method: string, params: object = {}) => {
    id += 1;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    awaiting.set(id, resolve);
    await root.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
    return promise;
  };
  return {
    /** The value of an expression; undefined if the page does not respond for three seconds. */
    async value(expression: string): Promise<unknown> {
      const answer = await Promise.race([send('Runtime.evaluate', { expression, returnByValue: true }), pause(3000)]);
      return answer?.result?.result?.value;
    },
    /** Does what a user does who closes a hanging page and loads it again in the same tab. */
    async endAndReload() {
      // There is no response, because the process that would send it is gone.
      await Promise.race([send('Page.crash'), pause(500)]);
      while (!(await Promise.race([send('Page.reload'), pause(3000)])));
    },
  };
};
