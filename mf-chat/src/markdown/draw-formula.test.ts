import { formulaLimits } from '@atrium/shared-kernel/markdown/formula-limits';
import { formulaCount, generatedFormulas } from '@atrium/shared-kernel/testing/generated-formulas';
import type * as DrawFormula from './draw-formula.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';

let drawFormula: typeof DrawFormula.drawFormula;
let drawnLimits: typeof DrawFormula.drawnLimits;
beforeAll(async () => {
  // KaTeX checks on load that the page is in standards mode, as the product's pages are.
  Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat', configurable: true });
  ({ drawFormula, drawnLimits } = await import('./draw-formula.ts'));
});

const nest = (count: number, wrap: (inner: string) => string): string => {
  let tex = 'x';
  for (let at = 0; at < count; at += 1) tex = wrap(tex);
  return tex;
};

describe('a formula is drawn', () => {
  it.each([
    ['a fraction', '\\frac{a}{b}'],
    ['a continued fraction', nest(9, (inner) => `1 + \\cfrac{1}{${inner}}`)],
    ['roots in roots', nest(8, (inner) => `\\sqrt{1 + ${inner}}`)],
    ['powers of powers', nest(8, (inner) => `2^{${inner}}`)],
    ['a row of Greek letters', '\\alpha\\beta\\gamma\\delta\\epsilon\\zeta\\eta\\theta'.repeat(10)],
    ['a matrix of 10 by 10', `\\begin{pmatrix}${`${'1&'.repeat(9)}1\\\\`.repeat(10)}\\end{pmatrix}`],
    ['60 lines', `\\begin{align}${'a &= b \\\\[4pt]'.repeat(60)}\\end{align}`],
    ['a rule and a space', '\\rule{2em}{1pt}\\hspace{1em}\\kern-3mu x'],
    ['text with a length in it', '\\text{choose 50 in 100}'],
    ['large and colored', '\\Huge\\color{red}x'],
  ])('that is %s', (_, tex) => {
    expect(drawFormula(tex, true)?.querySelector('.katex-html, .katex')).toBeTruthy();
  });
});

describe('of a formula the source is shown', () => {
  it.each([
    ['200 fractions within one another', nest(200, (inner) => `\\frac{${inner}}{2}`)],
    ['fractions without braces', '\\frac'.repeat(200) + '1'.repeat(300)],
    ['brackets', nest(50, (inner) => `\\left(${inner}\\right)`)],
    ['roots in the degree of roots', nest(50, (inner) => `\\sqrt[${inner}]{2}`)],
    ['switches', '\\displaystyle'.repeat(100)],
    ['colors', '\\color{red}'.repeat(100)],
    ['environments', nest(50, (inner) => `\\begin{matrix}${inner}\\end{matrix}`)],
    ['a rule of two million pixels', '\\rule{100000em}{100000em}'],
    ['a rule whose length is broken by a comment', '\\rule{1%\n00000em}{1em}'],
    ['many rules', '\\rule{10em}{10em}+'.repeat(100)],
    ['a shift over the rest of the page', '\\smash{\\raisebox{-5000em}{x}}'],
    ['a negative space', '\\kern-5000em x'],
    ['a gap between lines', 'a\\\\[5000em]b'],
    ['a definition that calls itself', '\\def\\a{\\a\\a}\\a'],
    ['a definition that doubles', `\\newcommand{\\a}[1]{#1#1}${nest(30, (inner) => `\\a{${inner}}`)}`],
    ['a link', '\\href{javascript:alert(1)}{x}'],
    ['a picture', '\\includegraphics{https://a.test/x.png}'],
    ['a class', '\\htmlClass{fixed}{x}'],
    ['a huge matrix', `\\begin{matrix}${`${'1&'.repeat(49)}1\\\\`.repeat(40)}\\end{matrix}`],
    ['very long', 'x+'.repeat(formulaLimits.characters)],
    ['50,000 braces', '{'.repeat(50_000)],
    ['unknown', '\\unknown'],
    ['unended', '\\frac{1}{'],
  ])('that is made of %s', (_, tex) => {
    expect(drawFormula(tex, true)).toBeUndefined();
  });
});

it('generated formulas are drawn within bounds, or not at all, and none fails', () => {
  // KaTeX warns about characters for which its fonts have no metrics.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  let drawn = 0;
  const found: string[] = [];
  for (const tex of generatedFormulas(formulaCount)) {
    const element = drawFormula(tex, true);
    if (!element) continue;
    drawn += 1;
    const all = [...element.querySelectorAll('*')];
    if (all.length > drawnLimits.elements) found.push(`${all.length} ${tex}`);
    if (element.querySelector('a, img, [class*=fixed], [style*=fixed], [onclick]')) found.push(tex);
    for (const styled of element.querySelectorAll('[style]'))
      for (const [, value] of (styled.getAttribute('style') ?? '').matchAll(/(-?[\d.]+)em/g))
        if (Math.abs(Number(value)) > 200) found.push(`${value} ${tex}`);
  }
  expect(found).toEqual([]);
  // Most generated formulas are hostile or broken, but enough are not.
  expect(drawn).toBeGreaterThan(formulaCount / 10);
}, 240_000);
