import type { Locator, Page } from 'playwright/test';
import { sendPrompt, expect, test, withContent } from './fixtures.ts';

/** Shows a text as the answer to a prompt. */
const showAnswer = async (page: Page, content: string, prompt = `Answers ${Date.now()}`) => {
  await sendPrompt(page, prompt);
  await withContent(page, content);
  await page.reload();
  const answer = page.getByRole('list', { name: 'Conversation' }).locator('[data-markdown]').last();
  await expect(answer).toBeVisible();
  // The text as written is shown until the renderer has loaded.
  await expect(answer.locator('p[class*="-plain-"]')).toHaveCount(0);
  return answer;
};

test.beforeEach(async ({ login, navigate }) => {
  await login('premium@atrium.test');
  await navigate('/');
});

/** Positions from the left, of each of the given parts of the text in an element. */
const leftsOf = (element: Locator, ...parts: string[]) =>
  element.evaluate((root, all) => {
    const text = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const lefts = new Map<string, number>();
    for (let node = text.nextNode(); node; node = text.nextNode())
      for (const part of all) {
        const at = (node.textContent ?? '').indexOf(part);
        if (at === -1 || lefts.has(part)) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + part.length);
        lefts.set(part, range.getBoundingClientRect().left);
      }
    return all.map((part) => lefts.get(part) ?? Number.NaN);
  }, parts);
const expectLeftToRight = async (element: Locator, ...parts: string[]) => {
  await expect(element).toBeVisible();
  const lefts = await leftsOf(element, ...parts);
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
};

test('in an answer from right to left, lists begin at the right, and code and formulas run from left to right', async ({
  page,
}) => {
  const answer = await showAnswer(
    page,
    [
      '`--force` السرعة هي $a = b + c$ هنا.',
      '1. شغّل الأمر:\n   ```sh\n   ./run.sh -x\n   ```\n2. C++ (first) comes here.\n3. ثم `/etc/` هنا',
      '- واحد\n\n- اثنان',
      '> [!NOTE]\n> - اقتباس',
      '| اسم | Wert |\n| --- | --- |\n| علي | 42 |',
    ].join('\n\n'),
  );
  await expect(answer.locator('.katex-html')).toHaveCount(1);
  await expectLeftToRight(answer.locator('.katex-html'), 'a', '=', 'b', '+', 'c');
  await expectLeftToRight(answer.locator('pre'), './', 'run', '-x');
  await expectLeftToRight(answer.locator('p code').first(), '--', 'force');
  await expectLeftToRight(answer.locator('li code').last(), '/', 'etc');
  await expectLeftToRight(answer.locator('li', { hasText: 'first' }), 'C++', '(', 'first', 'comes', '.');
  expect(await answer.evaluate((text) => getComputedStyle(text.querySelector('p')!).direction)).toBe('rtl');
  // Words from left to right stand beside the number of their item, at the right.
  const [[first = 0], [second = 0]] = [
    await leftsOf(answer.locator('ol > li').first(), 'شغّل'),
    await leftsOf(answer.locator('ol > li').nth(1), 'C++'),
  ];
  expect(second).toBeGreaterThan(first - 200);
  /** Pixels that a box has free on its left and on its right. */
  const room = (of: string, inner: string) =>
    answer.evaluate(
      (text, [outer, within]) => {
        const box = text.querySelector(outer)!.getBoundingClientRect();
        const inside = text.querySelector(within)!.getBoundingClientRect();
        return { left: Math.round(inside.left - box.left), right: Math.round(box.right - inside.right) };
      },
      [of, inner] as const,
    );
  for (const [outer, inner] of [
    ['ol', 'ol > li'],
    ['ul', 'ul > li'],
    ['blockquote', 'blockquote > ul'],
  ] as const) {
    const { left, right } = await room(outer, inner);
    expect(left, outer).toBe(0);
    expect(right, outer).toBeGreaterThan(10);
  }
  const [name = 0, value = 0] = await leftsOf(answer.locator('table'), 'اسم', 'Wert');
  expect(name).toBeGreaterThan(value);
});

/** How many pixels of the number of the item with this text are clipped. */
const clippedOf = (answer: Locator, item: string, number: string) =>
  answer.locator('li', { hasText: item }).evaluate((row, text) => {
    const written = document.createElement('span');
    written.textContent = text;
    Object.assign(written.style, { position: 'absolute', whiteSpace: 'pre', fontVariantNumeric: 'tabular-nums' });
    row.append(written);
    const { width } = written.getBoundingClientRect();
    written.remove();
    let clip: Element | null = row.parentElement;
    while (clip && getComputedStyle(clip).contentVisibility !== 'auto') clip = clip.parentElement;
    const edge = clip?.getBoundingClientRect().left ?? Number.NaN;
    return Math.max(0, Math.ceil(edge - (row.getBoundingClientRect().left - width)));
  }, number);

for (const width of [1440, 390])
  test(`no digit of a number in a list is clipped at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const items = Array.from({ length: 120 }, (_, at) => `${at + 1}. Idea number ${at + 1} of many`);
    const short = Array.from({ length: 12 }, (_, at) => `${at + 1}. Thought ${at + 1}.`);
    const answer = await showAnswer(
      page,
      [...items, '', 'Then', '', ...short, '', 'In', '', '1998. was a year'].join('\n'),
    );
    await answer.locator('li', { hasText: 'was a year' }).scrollIntoViewIfNeeded();
    for (const [item, number] of [
      ['was a year', '1998. '],
      ['Thought 12.', '12. '],
      ['Idea number 120 of', '120. '],
    ] as const)
      expect(await clippedOf(answer, item, number), number).toBe(0);
  });

test('long code scrolls to the end of its longest line', async ({ page }) => {
  const lines = [
    'a line of code '.repeat(20),
    ...Array.from({ length: 200 }, (_, at) => `${at} and no longer than this`),
  ];
  const answer = await showAnswer(page, `\`\`\`text\n${lines.join('\n')}\n\`\`\``);
  const code = answer.locator('pre');
  await code.scrollIntoViewIfNeeded();
  /** Whether the last letter of the first line is in sight once the block has been scrolled to its right end. */
  const endsInSight = () =>
    code.evaluate((block) => {
      block.scrollTo({ left: block.scrollWidth });
      block.scrollIntoView({ block: 'start' });
      const [line] = block.querySelectorAll('code > span');
      const text = document.createTreeWalker(line ?? block, NodeFilter.SHOW_TEXT).nextNode();
      if (!text) return false;
      const letter = document.createRange();
      letter.setStart(text, (text.textContent ?? '').indexOf('\n') - 2);
      letter.setEnd(text, letter.startOffset + 1);
      const { left, right, top, bottom } = letter.getBoundingClientRect();
      // What is clipped is not hit.
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return block.scrollWidth > block.clientWidth && Boolean(hit?.closest('code'));
    });
  await expect.poll(endsInSight).toBe(true);
});

test('on paper a long prompt is whole, and long lines of code and wide tables are as wide as the page', async ({
  page,
}) => {
  const prompt = Array.from({ length: 30 }, (_, at) => `Line ${at + 1} of a long prompt`).join('\n');
  const lines = [
    'a line of code '.repeat(20),
    ...Array.from({ length: 200 }, (_, at) => `${at} and no longer than this`),
  ];
  const row = (cell: string) => `| ${Array.from({ length: 12 }, (_, at) => `${cell}${at}`).join(' | ')} |`;
  const table = [row('Quite a long heading '), row('---').replaceAll(/\d+/g, ''), row('words in a cell ')].join('\n');
  const answer = await showAnswer(page, `\`\`\`text\n${lines.join('\n')}\n\`\`\`\n\n${table}`, prompt);
  const more = page.getByRole('button', { name: 'Show more' });
  await expect(more).toBeVisible();
  // A4 at 96 px per inch.
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print' });
  await expect(more).toBeHidden();
  const hidden = (element: Locator) =>
    element.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => ({
      right: scrollWidth - clientWidth,
      below: scrollHeight - clientHeight,
    }));
  const whole = { right: 0, below: 0 };
  expect(await hidden(page.getByText('Line 30 of a long prompt').last())).toEqual(whole);
  expect(await hidden(answer.locator('pre'))).toEqual(whole);
  // Long code stands in pieces.
  expect(await hidden(answer.locator('pre code > span').first())).toEqual(whole);
  expect(await hidden(answer.getByRole('region', { name: 'Table' }))).toEqual(whole);
});
