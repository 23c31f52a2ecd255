import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chat, inApp, inFrame, login, openFramed, render, wait } from '../testing/framed-page.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // The window of the tests has no layout.
  HTMLElement.prototype.checkVisibility = () => true;
});
afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});

test('the page’s own HTML says after four seconds that it waits for the answer of the session, until it comes', async () => {
  const { root, handOver, answers$ } = openFramed(chat);
  inFrame('message').value = 'Hello';
  render(root, '');
  handOver.settle();
  await wait(3999);
  expect(handOver.slow$.value).toBe(false);
  await wait(1);
  expect(handOver.slow$.value).toBe(true);
  answers$.next(1);
  render(root, chat);
  await wait(0);
  expect([handOver.slow$.value, inApp('message').value]).toEqual([false, 'Hello']);
});

test.each([
  ['in time', chat],
  ['because there was nothing to hand over', undefined],
])('the page’s own HTML says nothing of the kind once it is gone: %s', async (_, frame) => {
  const { root, handOver } = openFramed(frame);
  render(root, chat);
  handOver.settle();
  await wait(60_000);
  expect(handOver.slow$.value).toBe(false);
});

describe('text for a module that failed stays while another page is shown', () => {
  const failed = async (html: string) => {
    const page = openFramed(html);
    for (const name of ['message', 'password']) if (inFrame(name)) inFrame(name).value = 'Hello';
    document.querySelector<HTMLFormElement>('#frame form')!.dataset['submitted'] = '';
    render(page.root, '<div role="alert">This part could not be loaded.</div>');
    page.handOver.settle();
    await wait(0);
    page.moves$.next();
    render(page.root, html);
    await wait(0);
    return page;
  };

  test('and is in its field after the return, for its reader to send', async () => {
    const { root, returns$ } = await failed(chat);
    expect(inApp('message').value).toBe('');
    render(root, '');
    returns$.next();
    const sent = render(root, chat);
    await wait(10_000);
    expect(inApp('message').value).toBe('Hello');
    expect(document.activeElement).not.toBe(inApp('message'));
    expect(sent).toEqual([]);
  });

  test('but not for the next person, and a password not at all', async () => {
    for (const [html, name] of [
      [chat, 'message'],
      [login, 'password'],
    ] as const) {
      const { root, returns$, signOuts$ } = await failed(html);
      if (name === 'message') signOuts$.next();
      render(root, '');
      returns$.next();
      render(root, html);
      await wait(10_000);
      expect(inApp(name).value).toBe('');
    }
  });
});

describe('Enter that was pressed for one chat', () => {
  test('is not sent in another chat, nor after the return from it, and the draft that was there does not go there', async () => {
    const { root, handOver, search$ } = openFramed(chat, '?chat=1');
    inFrame('message').value = 'Hello';
    inFrame('message').form!.dataset['submitted'] = '?chat=1';
    const sent = render(root, chat.replace('type="submit"', 'type="submit" disabled'));
    inApp('message').value = 'A draft';
    handOver.settle();
    await wait(0);
    search$.next('?chat=2');
    inApp('message').value = '';
    inApp('message').form!.append('');
    await wait(0);
    expect(inApp('message').value).toBe('');
    search$.next('?chat=1');
    inApp('message').value = 'Hello';
    document.querySelector<HTMLButtonElement>('#app button')!.disabled = false;
    await wait(10_000);
    expect(sent).toEqual([]);
  });

  test.each([
    ['sent where only a dialog’s part of the address has changed', '?chat=1&abc=', [['Hello']]],
    ['not sent after Back to another chat', '?chat=2', []],
    ['not sent after Back to a shared chat', '?id=1', []],
  ])('is %s, before the scripts or after them', async (_, search, expected) => {
    for (const early of [true, false]) {
      const pressed = chat.replace('"composer"', '"composer" data-submitted="?chat=1" aria-busy="true"');
      const { root, handOver, search$ } = openFramed(pressed, early ? search : '?chat=1');
      inFrame('message').value = 'Hello';
      search$.next(search);
      expect(inFrame('message').form!.getAttribute('aria-busy')).toBe(expected.length > 0 ? 'true' : null);
      const sent = render(root, chat);
      handOver.settle();
      await wait(0);
      expect(expected.length > 0 || inApp('message').value === 'Hello').toBe(true);
      await wait(10_000);
      expect(sent).toEqual(expected);
    }
  });
});

test('text for a module that failed is in the field of another chat that is opened by then, which does not send it', async () => {
  const { root, handOver, search$ } = openFramed(chat, '?chat=1');
  inFrame('message').value = 'Hello';
  inFrame('message').form!.dataset['submitted'] = '?chat=1';
  render(root, '<div role="alert">This part could not be loaded.</div>');
  handOver.settle();
  await wait(0);
  search$.next('?chat=2');
  const sent = render(root, chat);
  await wait(10_000);
  expect([inApp('message').value, sent]).toEqual(['Hello', []]);
});
