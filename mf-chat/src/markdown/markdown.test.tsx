import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { CitedPassages } from './cited-passages.ts';
import { CodeBlock } from './code-block.tsx';
import { Markdown } from './markdown.tsx';
import { parseCache } from './parse-cache.ts';
import RenderedBlock from './rendered-block.tsx';

const show = (text: string, growing = false) =>
  renderRemote(contract, <RenderedBlock text={text} growing={growing} />).container;

test('links open in a new tab; unsafe addresses and paths of the product stay text', () => {
  show('[a](https://a.test/x) [b](javascript:alert%281%29) [c](/auth/logout)');
  const link = screen.getByRole('link', { name: 'a' });
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer nofollow']);
  expect(screen.queryAllByRole('link')).toHaveLength(1);
});

test('an image of an answer is a link, never a request', () => {
  const container = show('![A cat](https://a.test/cat.png)');
  expect(container.querySelector('img')).toBeNull();
  expect(screen.getByRole('link', { name: 'A cat: open image from a.test' })).toBeDefined();
});

test('raw HTML is not made into elements', () => {
  const container = show('<img src=x onerror=alert(1)> <script>alert(1)</script> <b>x</b>');
  expect(container.querySelector('img, script, b')).toBeNull();
});

test('the few elements for formatting that Markdown lacks are rendered, without attributes and only if closed', () => {
  const container = show('H<sub>2</sub>O, x<SUP>*n*</SUP>, <kbd>Ctrl</kbd><br>then<br/> <mark>this</mark>');
  expect(container.querySelector('p')?.innerHTML).toBe(
    'H<sub>2</sub>O, x<sup><em>n</em></sup>, <kbd>Ctrl</kbd><br>then<br> <mark>this</mark>',
  );
  const text = '<sub onclick="x">a</sub> <sup>b <mark>c';
  expect(show(text).querySelector('p')?.textContent).toBe(text);
  expect(show(text).querySelector('sub, sup, mark')).toBeNull();
});

test('single tildes strike through, if they touch the words', () => {
  const struck = (text: string) => [...show(text).querySelectorAll('del')].map((one) => one.textContent);
  expect(struck('~one~ and ~~two~~ and ~a *b*~')).toEqual(['one', 'two', 'a b']);
  expect(struck('about ~5 to ~6, ~/a and ~/b, ~~~x')).toEqual([]);
});

test('addresses on this machine and in any script are links', () => {
  const hrefs = (text: string) => [...show(text).querySelectorAll('a')].map(({ href }) => href);
  expect(hrefs('See http://localhost:3000/x, https://bücher.example/ü and https://例え.テスト.')).toEqual([
    'http://localhost:3000/x',
    'https://xn--bcher-kva.example/%C3%BC',
    'https://xn--r8jz45g.xn--zckzah/',
  ]);
  expect(hrefs('http://localhoster and http://intranet')).toEqual([]);
});

test('what is to do has links and cited passages like any other text', () => {
  const passages = [{ n: 2, file: { name: 'deed.pdf' }, position: 0, text: 'Signed.' }];
  const text = '- [ ] Read https://a.test/x\n- [x] Signed [#2]';
  renderRemote(
    contract,
    <CitedPassages value={passages}>
      <RenderedBlock text={text} growing={false} />
    </CitedPassages>,
  );
  expect(screen.getByRole('checkbox', { name: 'Done' }).parentElement?.textContent).toBe(' Signed #2');
  expect(screen.getByRole('link', { name: 'https://a.test/x' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Passage #2: deed.pdf' })).toBeDefined();
});

test('a quote that begins with the mark of an alert is one', () => {
  const container = show('> [!WARNING]\n> It is *hot*.\n>\n> Really.');
  const quote = container.querySelector('blockquote');
  expect(quote?.dataset['alert']).toBe('warning');
  expect([...(quote?.querySelectorAll('p') ?? [])].map((one) => one.textContent)).toEqual([
    'Warning',
    'It is hot.',
    'Really.',
  ]);
  expect(show('> [!OTHER]\n> x').querySelector('[data-alert]')).toBeNull();
  expect(show('> [!NOTE] x').querySelector('[data-alert]')).toBeNull();
});

test('what is folded away is behind its summary, and stays open while the text grows', async () => {
  const openDetails = '<details>\n<summary>Why *so*?</summary>\n\nOne.\n\nTw';
  const { container, rerender } = render(<Markdown text={openDetails} streaming />);
  await waitFor(() => expect(container.querySelectorAll('details > p')).toHaveLength(2));
  const details = container.querySelector('details');
  expect(details?.open).toBe(false);
  expect(details?.querySelector('summary')?.textContent).toBe('Why so?');
  if (details) details.open = true;
  rerender(<Markdown text={`${openDetails}o.\n\nThree.`} streaming />);
  await waitFor(() => expect(container.querySelectorAll('details > p')).toHaveLength(3));
  expect(container.querySelector('details')?.open).toBe(true);
});

test('a term and its definition are a list of definitions', () => {
  const container = show('Tea\n: A *drink*.');
  expect(container.querySelector('dl')?.innerHTML).toBe('<dt>Tea</dt><dd>A <em>drink</em>.</dd>');
});

const sentences = (count: number) =>
  Array.from({ length: count }, (_, at) => `Sentence ${at} has *some* words.`).join(' ');

test('a paragraph that is very long is one element, while it grows and after', async () => {
  const text = sentences(120);
  const plain = text.replaceAll('*', '');
  const { container, rerender } = render(<Markdown text={text} streaming />);
  const paragraphs = () => [...container.querySelectorAll('p:not([class])')].map(({ textContent }) => textContent);
  await waitFor(() => expect(paragraphs()).toEqual([plain]));
  const [element] = container.querySelectorAll('p');
  rerender(<Markdown text={`${text} And the last.\n\nNext.`} streaming />);
  await waitFor(() => expect(paragraphs()).toEqual([`${plain} And the last.`, 'Next.']));
  rerender(<Markdown text={`${text} And the last.\n\nNext.`} streaming={false} />);
  await waitFor(() => expect(paragraphs()).toEqual([`${plain} And the last.`, 'Next.']));
  expect(container.querySelector('p')).toBe(element);
});

test.each([
  ['ul', '- '],
  ['ol', '7. '],
])('a %s that is very long is one element with all of its items', async (tag, mark) => {
  const items = Array.from({ length: 90 }, (_, at) => `${mark.replace('7', `${at + 7}`)}Item ${at} has *some* words.`);
  const { container, rerender } = render(<Markdown text={`So:\n\n${items.join('\n')}`} streaming />);
  const lists = () => [...container.querySelectorAll(tag)].map((list) => list.children.length);
  await waitFor(() => expect(lists()).toEqual([90]));
  rerender(<Markdown text={`So:\n\n${items.join('\n')}\n\nEnd`} streaming={false} />);
  await waitFor(() => expect(container.textContent).toContain('End'));
  expect(lists()).toEqual([90]);
  expect(container.querySelector(tag)?.getAttribute('start')).toBe(tag === 'ol' ? '7' : null);
  expect([...container.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(
    items.map((item) => item.slice(item.indexOf('I')).replaceAll('*', '')),
  );
});

const digitsOf = (list: Element | null) => list instanceof HTMLElement && list.style.getPropertyValue('--digits');

test.each([
  ['that is short', '1. one', ''],
  ['of twelve items', Array.from({ length: 12 }, (_, at) => `${at + 1}. one`).join('\n'), '2'],
  ['that starts at a year', '1998. The year.\n1999. The next.', '4'],
  ['around a longer one', '1. one\n   - two\n     98. three\n     98. four\n     98. five', ''],
])('a list %s has room for its longest number', (_, text, digits) => {
  expect(digitsOf(show(text).querySelector('ol'))).toBe(digits);
});

test.each([
  [90, '2'],
  [100, '3'],
])('a list of %i items that is very long has room for its longest number while it grows', async (count, digits) => {
  const items = Array.from({ length: count }, (_, at) => `${at + 1}. Item ${at} has *some* words.`);
  const { container } = render(<Markdown text={items.join('\n')} streaming />);
  await waitFor(() => expect(container.querySelectorAll('li')).toHaveLength(count));
  expect(container.querySelectorAll('ol')).toHaveLength(1);
  expect(digitsOf(container.querySelector('ol'))).toBe(digits);
});

test('headings of an answer are below those of the page, and each block has its own direction', () => {
  const container = show(
    '# One\n\n##### Five\n\nשלום\n\n- one\n\n  two\n  1. three\n\n3. four\n\n> five\n\n| a |\n| - |\n| b |\n\nc\n: d\n\n<details>\n<summary>e</summary>\n\nf\n</details>',
  );
  expect(screen.getByRole('heading', { level: 3, name: 'One' })).toBeDefined();
  expect(screen.getByRole('heading', { level: 6, name: 'Five' })).toBeDefined();
  // A browser passes over parts that have a direction of their own when it looks for the one of their block.
  expect([...container.querySelectorAll('[dir]')].map(({ localName }) => localName)).toEqual([
    'h1',
    'h5',
    'p',
    'ul',
    'ol',
    'blockquote',
    'table',
    'dl',
    'details',
  ]);
  for (const block of container.querySelectorAll('[dir]')) expect(block.getAttribute('dir')).toBe('auto');
});

test('a list that is very long has one direction, too', async () => {
  const items = Array.from({ length: 90 }, (_, at) => `- פריט ${at} עם עוד כמה מילים בתוכו`);
  const { container } = render(<Markdown text={items.join('\n')} streaming />);
  await waitFor(() => expect(container.querySelectorAll('li')).toHaveLength(90));
  expect([...container.querySelectorAll('[dir]')].map(({ localName }) => localName)).toEqual(['ul']);
});

test('code runs from left to right in a text of any direction, and does not decide on it', () => {
  const container = show('`--force` הוא\n\n1. הרץ:\n   ```sh\n   ./run.sh -x\n   ```');
  expect([...container.querySelectorAll('[dir="ltr"]')].map(({ localName }) => localName)).toEqual(['code', 'figure']);
});

test('a bare number as link text is a citation that names its source', () => {
  show('It is so [1](https://www.a.test/x).');
  expect(screen.getByRole('link', { name: 'Source 1: a.test' })).toBeDefined();
});

test('words are wrapped while the block grows, and plain once it is complete', () => {
  expect(show('two words', true).querySelectorAll('[data-word]')).toHaveLength(2);
  const last = [...show('one two *three four* five six', true).querySelectorAll('[data-word="new"]')];
  expect(last.map((word) => word.textContent?.trim())).toEqual(['three', 'four', 'five', 'six']);
  expect(show('two words').querySelectorAll('[data-word]')).toHaveLength(0);
  const long = Array.from({ length: 100 }, (_, at) => `word${at}`).join(' ');
  const container = show(long, true);
  const wrapped = [...container.querySelectorAll('[data-word]')];
  expect(container.textContent).toBe(long);
  expect(wrapped.length).toBeGreaterThanOrEqual(16);
  expect(wrapped.length).toBeLessThan(32);
  expect(wrapped.at(-1)?.textContent).toBe('word99');
});

test('a block keeps its elements, and what was pressed in it, once it is complete', () => {
  const code = 'One *two*\n\n```ts\nconst three = 3;';
  const { container, rerender } = render(<Markdown text={code} streaming />);
  fireEvent.click(screen.getByRole('button', { name: 'Wrap lines' }));
  const before = [...container.querySelectorAll('p, em, figure')];
  rerender(<Markdown text={`${code}\n\`\`\`\n\nFour`} streaming />);
  rerender(<Markdown text={`${code}\n\`\`\`\n\nFour`} streaming={false} />);
  expect(before.map((element) => [element.tagName, element.isConnected])).toEqual([
    ['P', true],
    ['EM', true],
    ['FIGURE', true],
  ]);
  expect(screen.getByRole('button', { name: 'Wrap lines' }).getAttribute('aria-pressed')).toBe('true');
});

test('a table can be saved', () => {
  show('| a | b |\n| - | - |\n| 1 | 2 |');
  expect(screen.getByRole('button', { name: 'Download table as CSV' })).toBeDefined();
});

test('code is copied, and a check mark is shown for 2000 ms', async () => {
  vi.useFakeTimers();
  try {
    const write = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(write);
    renderRemote(contract, <CodeBlock code="let a = 1" language="" open />);
    fireEvent.click(screen.getByRole('button', { name: 'Copy code' }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    await act(() => vi.advanceTimersByTimeAsync(1999));
    expect(write).toHaveBeenCalledExactlyOnceWith('let a = 1');
    expect(screen.getByRole('button', { name: 'Copied' })).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByRole('button', { name: 'Copy code' })).toBeDefined();
  } finally {
    vi.useRealTimers();
  }
});

test('more than 100 blocks are rendered in steps: 50, then 25 every 16 ms', async () => {
  vi.useFakeTimers();
  try {
    const text = Array.from({ length: 130 }, (_, index) => `Block ${index}`).join('\n\n');
    const { container } = renderRemote(contract, <Markdown text={text} streaming={false} />);
    const count = () => container.querySelectorAll('p').length;
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(count()).toBe(50);
    for (const expected of [75, 100, 125]) {
      await act(() => vi.advanceTimersByTimeAsync(15));
      expect(count()).toBe(expected - 25);
      await act(() => vi.advanceTimersByTimeAsync(1));
      expect(count()).toBe(expected);
    }
    await act(() => vi.advanceTimersByTimeAsync(16));
    expect(container.textContent).toContain('Block 129');
  } finally {
    vi.useRealTimers();
  }
});

test('what a stream has shown is not parsed again at its end', async () => {
  const text = 'One is here.\n\nTwo too.\n\nThree';
  const { container, rerender } = render(<Markdown text={text} streaming />);
  await waitFor(() => expect(container.querySelectorAll('p')).toHaveLength(3));
  rerender(<Markdown text={text} streaming={false} />);
  const parse = vi.fn<() => string>(() => '');
  void parseCache.get(text).of('One is here.\n\n', parse);
  expect(parse).toHaveBeenCalledOnce();
});

test('words that come faster than anybody reads are not wrapped', async () => {
  const shown = async (text: string) => {
    const { container } = render(<Markdown text={text} streaming />);
    await waitFor(() => expect(container.querySelector('p:not([class])')).not.toBeNull());
    return container.querySelectorAll('[data-word]').length;
  };
  expect(await shown('two words')).toBe(2);
  expect(await shown('word '.repeat(100))).toBe(0);
});

test.each([
  ['within its last block', 'One two.'],
  ['by further blocks', `One two.\n\n${'Three.\n\n'.repeat(30)}`],
])('a text that seemed to have ended, as with a lost connection, continues %s', async (_, text) => {
  const { container, rerender } = render(<Markdown text="One" streaming />);
  rerender(<Markdown text="One" streaming={false} />);
  await waitFor(() => expect(container.querySelector('p:not([class])')?.textContent).toBe('One'));
  rerender(<Markdown text={text} streaming={false} />);
  await waitFor(() => expect(container.textContent?.match(/\w+/g)).toEqual(text.match(/\w+/g)));
});
