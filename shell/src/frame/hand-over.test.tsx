import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
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

describe('what is typed before the scripts are there', () => {
  test('continues in the field of the remote, with caret, selection, scroll position, placeholder and focus, and nothing is sent', async () => {
    const { root, handOver, handedOver } = openFramed(chat);
    inFrame('message').value = 'Hello there';
    inFrame('message').focus();
    inFrame('message').setSelectionRange(2, 5, 'backward');
    inFrame('message').parentElement!.scrollTop = 40;
    const sent = render(root, chat);
    const inputs: string[] = [];
    inApp('message').addEventListener('input', () => inputs.push(inApp('message').value));
    expect(handOver.framed$.value).toBe(true);
    handOver.settle();
    await wait(0);
    expect([handedOver(), handOver.framed$.value]).toEqual([true, false]);
    const field = inApp('message');
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['Hello there', 2, 5]);
    expect(field.placeholder).toBe('Two');
    expect(field.parentElement!.scrollTop).toBe(40);
    expect(document.activeElement).toBe(field);
    expect([inputs, sent]).toEqual([['Hello there'], []]);
  });

  test('finds the focus in the new field only when the frame no longer takes part in the layout', async () => {
    const { root, handOver } = openFramed(chat);
    inFrame('message').focus();
    const frame = inFrame('message').closest<HTMLElement>('#frame')!;
    render(root, chat);
    const displays: string[] = [frame.style.display];
    inApp('message').addEventListener('focus', () => displays.push(frame.style.display));
    handOver.settle();
    await wait(0);
    expect(displays).toEqual(['', 'none']);
  });

  test('is inserted below an existing draft, with the caret in its own text', async () => {
    const { root, handOver } = openFramed(chat);
    inFrame('message').value = 'and this';
    inFrame('message').setSelectionRange(3, 3);
    render(root, chat);
    inApp('message').value = 'A draft';
    handOver.settle();
    await wait(0);
    expect(inApp('message').value).toBe('A draft\n\nand this');
    expect(inApp('message').selectionStart).toBe(12);
  });

  test('is moved from one login field to the other, and never into the URL or a storage', async () => {
    const { root, handOver } = openFramed(login);
    inFrame('email').value = 'ada@example.com';
    inFrame('password').value = 'Secret1!';
    inFrame('password').focus();
    render(root, login);
    const before = [
      window.location.href,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      document.cookie,
    ];
    handOver.settle();
    await wait(0);
    expect([inApp('email').value, inApp('password').value]).toEqual(['ada@example.com', 'Secret1!']);
    expect(document.activeElement).toBe(inApp('password'));
    expect([
      window.location.href,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      document.cookie,
    ]).toEqual(before);
  });

  test('has the files that were dropped or pasted there, as if they were dropped on the field', async () => {
    // That of the test window has no files.
    class Drop extends Event {
      readonly dataTransfer;
      constructor(type: string, init: DragEventInit) {
        super(type, init);
        this.dataTransfer = init.dataTransfer;
      }
    }
    vi.stubGlobal('DragEvent', Drop);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { root, handOver } = openFramed(chat);
    const kept = new DataTransfer();
    kept.items.add(new File(['1'], 'notes.txt'));
    Object.assign(inFrame('message'), { kept });
    render(root, '');
    handOver.settle();
    const dropped: string[] = [];
    root.addEventListener('drop', ({ dataTransfer }) =>
      dropped.push(...Array.from(dataTransfer?.files ?? [], ({ name }) => name)),
    );
    await wait(0);
    render(root, chat);
    await wait(0);
    expect(dropped).toEqual(['notes.txt']);
  });

  test('waits while an input method composes, until that ends or the field is left', async () => {
    const { root, handOver, handedOver } = openFramed(chat);
    inFrame('message').value = 'に';
    inFrame('message').dataset['composing'] = '';
    render(root, chat);
    handOver.settle();
    await wait(60_000);
    expect(handedOver()).toBe(false);
    delete inFrame('message').dataset['composing'];
    inFrame('message').dispatchEvent(new Event('compositionend', { bubbles: true }));
    await wait(0);
    expect([handedOver(), inApp('message').value]).toEqual([true, 'に']);
  });
});

describe('a button that is pressed before the scripts are there', () => {
  const bars = '<textarea data-early="message"></textarea><button type="button">Show chats</button>';
  const presses = (root: HTMLElement) => {
    const names: string[] = [];
    root.addEventListener('click', ({ target }) => names.push((target as HTMLElement).textContent));
    return names;
  };

  test.each([
    ['pressed', true, ['Show chats']],
    ['not pressed', false, []],
  ])('is %s in the product once it is there', async (_, pressed, expected) => {
    const { root, handOver } = openFramed(bars);
    document.querySelector('#frame button')!.toggleAttribute('data-pressed', pressed);
    render(root, bars);
    const names = presses(root);
    handOver.settle();
    await wait(0);
    expect(names).toEqual(expected);
  });

  test.each([
    ['pressed', false, ['Show chats']],
    ['left alone, because another page was opened meanwhile', true, []],
  ])('that comes later is %s', async (_, moved, expected) => {
    const { root, handOver, moves$ } = openFramed(bars);
    document.querySelector('#frame button')!.toggleAttribute('data-pressed', true);
    render(root, '<textarea data-early="message"></textarea><p></p>');
    const names = presses(root);
    handOver.settle();
    await wait(0);
    if (moved) moves$.next();
    document.querySelector('p')!.innerHTML = '<button type="button">Show chats</button>';
    await wait(0);
    expect(names).toEqual(expected);
  });
});

test('a pointer that is held holds up the page, wherever it is released', async () => {
  const { root, handOver, handedOver } = openFramed(chat);
  render(root, chat);
  const held = vi.spyOn(document.querySelector('#frame')!, 'querySelector').mockReturnValue(inFrame('message'));
  handOver.settle();
  await wait(60_000);
  expect(handedOver()).toBe(false);
  held.mockRestore();
  document.documentElement.dispatchEvent(new Event('pointerup', { bubbles: true }));
  await wait(0);
  expect(handedOver()).toBe(true);
});

describe('Enter before that', () => {
  const typeAndSend = (text: string) => {
    inFrame('message').value = text;
    inFrame('message').form!.dataset['submitted'] = '';
  };

  test('is sent once, when the form can', async () => {
    const { root, handOver } = openFramed(chat);
    typeAndSend('Hello');
    const sent = render(root, chat.replace('type="submit"', 'type="submit" disabled'));
    handOver.settle();
    await wait(0);
    expect(sent).toEqual([]);
    document.querySelector<HTMLButtonElement>('#app button')!.disabled = false;
    await wait(0);
    expect(sent).toEqual([['Hello']]);
    inApp('message').form!.append('');
    await wait(10_000);
    expect(sent).toEqual([['Hello']]);
  });

  test('is sent without the draft that was there, which stays', async () => {
    const { root, handOver } = openFramed(chat);
    typeAndSend('Hello');
    const sent = render(root, chat);
    inApp('message').value = 'A draft';
    handOver.settle();
    await wait(0);
    expect(sent).toEqual([['Hello']]);
    await wait(0);
    expect(inApp('message').value).toBe('A draft');
  });

  test('is sent once by a form with several fields, also if it could be sent again', async () => {
    const { root, handOver } = openFramed(login);
    inFrame('email').value = 'ada@example.com';
    inFrame('password').value = 'Secret1!';
    inFrame('password').form!.dataset['submitted'] = '';
    const sent = render(root, login);
    handOver.settle();
    await wait(10_000);
    expect(sent).toEqual([['ada@example.com', 'Secret1!']]);
  });

  test('is not sent by another form, which may do something else: its field has the text', async () => {
    const { root, handOver } = openFramed(chat);
    typeAndSend('Hello');
    const sent = render(root, chat.replace('"composer"', '"question"').replace('"Two"', '"Ask"'));
    inApp('message').value = 'A question';
    handOver.settle();
    await wait(10_000);
    expect(sent).toEqual([]);
    expect(inApp('message').value).toBe('A question\n\nHello');
    expect(inApp('message').placeholder).toBe('Ask');
  });

  test.each([
    ['somebody writes on while the form cannot be sent', 'Hello, A', true],
    ['another chat is shown by then', 'A draft of another chat', false],
  ])('is not sent if %s', async (_, text, typed) => {
    const { root, handOver } = openFramed(chat);
    typeAndSend('Hello');
    const sent = render(root, chat.replace('type="submit"', 'type="submit" disabled'));
    handOver.settle();
    await wait(0);
    inApp('message').value = text;
    if (typed) {
      inApp('message').dispatchEvent(new Event('input', { bubbles: true }));
      inApp('message').value = 'Hello';
    }
    document.querySelector<HTMLButtonElement>('#app button')!.disabled = false;
    await wait(10_000);
    expect(sent).toEqual([]);
  });
});

describe('the step itself', () => {
  test('a page without a frame, as an older edge serves it, has nothing to hand over', async () => {
    const { handOver } = openFramed(undefined);
    expect(handOver.framed$.value).toBe(false);
    handOver.settle();
    await wait(0);
    expect(handOver.framed$.value).toBe(false);
  });

  test('waits for the module, and for a field that the session has to answer for', async () => {
    const { root, handOver, handedOver, answers$ } = openFramed(chat);
    render(root, '');
    await wait(60_000);
    handOver.settle();
    await wait(60_000);
    expect(handedOver()).toBe(false);
    answers$.next(1);
    await wait(1000);
    expect(handedOver()).toBe(false);
    render(root, chat);
    await wait(0);
    expect(handedOver()).toBe(true);
  });

  test('comes although a field has no counterpart: its text waits for that, unless another page comes', async () => {
    for (const moved of [false, true]) {
      const { root, handOver, handedOver, answers$, moves$ } = openFramed(chat);
      inFrame('message').value = 'Hello';
      render(root, '<p>This part could not be loaded.</p>');
      answers$.next(1);
      handOver.settle();
      await wait(2000);
      expect(handedOver()).toBe(true);
      if (moved) moves$.next();
      render(root, chat);
      await wait(0);
      expect(inApp('message').value).toBe(moved ? '' : 'Hello');
    }
  });

  test('comes at once with a failure that the module shows in place of its fields', async () => {
    const { root, handOver, handedOver } = openFramed(chat);
    inFrame('message').value = 'Hello';
    render(root, '<div role="alert"></div>');
    handOver.settle();
    await wait(0);
    expect(handedOver()).toBe(false);
    root.querySelector('[role="alert"]')!.append('This chat is no longer shared');
    await wait(0);
    expect(handedOver()).toBe(true);
    render(root, chat);
    await wait(0);
    expect(inApp('message').value).toBe('Hello');
  });

  test.each(['opens$', 'moves$'] as const)('comes at once with a dialog or another page: %s', async (what) => {
    const page = openFramed(chat);
    page[what].next();
    render(page.root, '');
    await wait(0);
    expect(page.handedOver()).toBe(true);
  });

  test('costs nothing afterwards: no observer of the page remains', async () => {
    const watching = new Set<MutationObserver>();
    class Counted extends MutationObserver {
      override observe(target: Node, options?: MutationObserverInit) {
        watching.add(this);
        super.observe(target, options);
      }
      override disconnect() {
        watching.delete(this);
        super.disconnect();
      }
    }
    vi.stubGlobal('MutationObserver', Counted);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { root, handOver, handedOver } = openFramed(chat);
    render(root, chat);
    await wait(0);
    expect(watching.size).toBe(1);
    handOver.settle();
    await wait(0);
    expect([handedOver(), watching.size]).toEqual([true, 0]);
  });

  test('never shows a page on which React has rendered nothing', async () => {
    const { root, opens$, handedOver } = openFramed(chat);
    root.innerHTML = '<div class="first"></div>';
    opens$.next();
    await wait(60_000);
    expect(handedOver()).toBe(false);
  });

  test('never moves the focus to the body', async () => {
    for (const same of [true, false]) {
      const { root, handOver } = openFramed(`<a href="/">New Chat</a>`);
      document.querySelector('a')!.focus();
      render(root, same ? '<a href="/">Other</a><a href="/" id="twin">New Chat</a>' : '');
      handOver.settle();
      await wait(0);
      expect(document.activeElement).toBe(document.querySelector(same ? '#twin' : 'main'));
    }
  });

  test.each([true, false])(
    'keeps the focus next to a module until that has loaded (moved by then: %s)',
    async (moved) => {
      const { root, handOver } = openFramed(chat);
      document.querySelector('a')!.focus();
      render(
        root,
        '<textarea data-early="message"></textarea><aside tabindex="-1"><i id="cover" inert></i><i id="bar"></i></aside>',
      );
      handOver.cover('mf-workspace ./left-bar', document.querySelector<HTMLElement>('#cover')!);
      handOver.settle();
      await wait(0);
      expect(document.activeElement).toBe(document.querySelector('aside'));
      if (moved) inApp('message').focus();
      document.querySelector('#bar')!.innerHTML = '<a id="twin" href="/">New Chat</a>';
      await wait(0);
      expect(document.activeElement).toBe(moved ? inApp('message') : document.querySelector('#twin'));
    },
  );

  test('leaves the focus where it is once another page is shown', async () => {
    const { root, handOver, moves$ } = openFramed(chat);
    document.querySelector('a')!.focus();
    render(root, '<textarea data-early="message"></textarea><p></p>');
    handOver.settle();
    await wait(0);
    const focused = document.activeElement;
    moves$.next();
    document.querySelector('p')!.innerHTML = '<a href="/">New Chat</a>';
    await wait(0);
    expect(document.activeElement).toBe(focused);
  });

  test('a module that is still loading keeps showing its static part, wherever it waits, except the main one', async () => {
    const { root, handOver } = openFramed(chat);
    render(root, chat.replaceAll('data-part', 'data-real'));
    const [one, two, three] = [1, 2, 3].map(() => root.appendChild(document.createElement('div')));
    const end = handOver.cover('mf-workspace ./left-bar', one!);
    handOver.cover('mf-chat ./chat-screen', two!);
    handOver.settle();
    await wait(0);
    expect([one!.textContent, two!.childElementCount]).toEqual(['New Chat', 0]);
    end();
    handOver.cover('mf-workspace ./left-bar', three!);
    expect(three!.textContent).toBe('New Chat');
  });
});
