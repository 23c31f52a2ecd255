import { formulaCases, written } from '@atrium/shared-kernel/testing/formula-cases';
import { render, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementsOfPage, pageBudget } from './page-budget.ts';
import { Markdown } from './markdown.tsx';

beforeAll(async () => {
  // KaTeX checks on load that the page is in standards mode, as the product's pages are.
  Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat', configurable: true });
  await import('./formula.tsx');
  await import('./rendered-block.tsx');
});

const show = async (text: string, streaming = false) => {
  const { container } = render(<Markdown text={text} streaming={streaming} />);
  await waitFor(() => expect(container.querySelector('[data-markdown] p[class=plain]')).toBeNull());
  return container;
};
const formulasIn = (container: Element): string[] =>
  [...container.querySelectorAll('.katex annotation')].map((source) =>
    written(source.textContent ?? '', source.closest('.katex-display') !== null),
  );

describe('on the screen the formulas', () => {
  it.each(formulaCases)('of $text are drawn, and nothing else is', async ({ text, formulas }) => {
    const container = await show(text);
    await waitFor(() => expect(formulasIn(container)).toEqual(formulas));
  });

  it.each([
    ['dollars', '$$\nx_1 = *y*'],
    ['brackets', '\\[\nx_1 = *y*'],
    ['an environment', '\\begin{align}\nx_1 = *y*'],
    ['a fence', '```math\nx_1 = *y*'],
    ['brackets in a text', 'So \\(x_1 = *y*'],
  ])('between %s that are not closed yet are shown as source', async (_, text) => {
    const { container } = render(<Markdown text={text} streaming />);
    await waitFor(() => expect(container.textContent).toContain('x_1 = *y*'));
  });

  it('run from left to right in a text of any direction, and do not decide on it', async () => {
    const container = await show('$a + b$ הוא\n\n$$\nx_1\n$$\n\n$\\unknown_1$');
    await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(2));
    await waitFor(() => expect(container.querySelectorAll('[dir="ltr"]')).toHaveLength(3));
  });

  it('that cannot be rendered, or would be too large, are shown as source', async () => {
    const tower = `${'\\frac{'.repeat(200)}x${'}{2}'.repeat(200)}`;
    const container = await show(`$${tower}$ and $$\\rule{100000em}{100000em}$$ and $\\unknown_1$`);
    await waitFor(() => expect(container.querySelectorAll('code')).toHaveLength(3));
    expect(container.querySelector('.katex')).toBeNull();
    expect([...container.querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual([
      tower,
      '\\rule{100000em}{100000em}',
      '\\unknown_1',
    ]);
  });

  it('of a page are rendered up to the limit of their elements', async () => {
    const restoreDraft = pageBudget.reserve(elementsOfPage - 10);
    const { container, unmount } = render(<Markdown text={'$\\frac{a}{b}$'} streaming={false} />);
    await waitFor(() => expect(container.querySelector('code')?.textContent).toBe('\\frac{a}{b}'));
    expect(container.querySelector('.katex')).toBeNull();
    unmount();
    restoreDraft?.();
    const again = await show('$\\frac{a}{b}$');
    await waitFor(() => expect(again.querySelector('.katex')).not.toBeNull());
  });
});
