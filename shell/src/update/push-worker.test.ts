import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, test } from 'vitest';

const source = readFileSync(`${import.meta.dirname}/../../public/push-worker.js`, 'utf8');
const origin = 'https://atrium.test';

/** The worker as a browser runs it, with the windows that are open. */
const start = (urls: readonly string[] = []) => {
  const listeners = new Map<string, (event: object) => void>();
  const shown: {
    title: string;
    options: { body: string; tag?: string; renotify?: boolean; data: { page: string } };
  }[] = [];
  const went: string[] = [];
  const self = {
    location: { origin },
    addEventListener: (name: string, listener: (event: object) => void) => void listeners.set(name, listener),
    skipWaiting: () => undefined,
    registration: {
      showNotification: async (title: string, options: (typeof shown)[number]['options']) =>
        void shown.push({ title, options }),
    },
    clients: {
      claim: async () => undefined,
      matchAll: async () => urls.map((url) => ({ url, focus: async () => void went.push(`focus ${url}`) })),
      openWindow: async (url: string) => void went.push(`open ${url}`),
    },
  };
  runInContext(source, createContext({ self, URL }));
  const send = async (name: string, event: object) => {
    const waits: unknown[] = [];
    listeners.get(name)?.({ ...event, waitUntil: (work: unknown) => void waits.push(work) });
    await Promise.all(waits);
  };
  const push = (message: unknown) => send('push', { data: { json: () => message } });
  const click = (page?: string) =>
    send('notificationclick', { notification: { close: () => undefined, data: { page } } });
  return { shown, went, send, push, click };
};

describe('the worker of notifications', () => {
  test('shows what was pushed, with the page that it is about', async () => {
    const { push, shown } = start();
    await push({ notification: { title: 'Ready', body: 'Rivers' }, fcmOptions: { link: `${origin}/?chat=1` } });
    expect(shown).toMatchObject([{ title: 'Ready', options: { body: 'Rivers', data: { page: `${origin}/?chat=1` } } }]);
  });

  test('shows a notification in place of an earlier one with its tag, and lets it be heard', async () => {
    const { push, shown } = start();
    await push({ notification: { title: 'Ready', tag: 'report' } });
    await push({ notification: { title: 'Ready' } });
    const [tagged, other] = shown.map(({ options }) => options);
    expect(tagged).toMatchObject({ tag: 'report', renotify: true });
    // Browsers refuse to notify again without a tag.
    expect(other).not.toHaveProperty('renotify');
  });

  test('shows a default notification if it cannot read the message', async () => {
    const { send, shown } = start();
    await send('push', { data: { json: () => JSON.parse('no json') as unknown } });
    await send('push', {});
    expect(shown.map(({ title }) => title)).toEqual(['Atrium', 'Atrium']);
  });

  test('opens no page of another site', async () => {
    const { push, shown, click, went } = start();
    await push({ notification: { title: 'Ready' }, fcmOptions: { link: 'https://evil.test/' } });
    expect(shown[0]?.options.data.page).toBe(`${origin}/`);
    await click('javascript:alert(1)');
    expect(went).toEqual([`open ${origin}/`]);
  });

  test('goes to the window that shows the page, else to any of the product, else to a new one', async () => {
    const page = `${origin}/?chat=1`;
    const both = start([`${origin}/`, page]);
    await both.click(page);
    const other = start([`${origin}/?chat=2`]);
    await other.click(page);
    const none = start();
    await none.click(page);
    expect([both.went, other.went, none.went]).toEqual([
      [`focus ${page}`],
      [`focus ${origin}/?chat=2`],
      [`open ${page}`],
    ]);
  });
});
