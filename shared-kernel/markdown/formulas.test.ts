import { describe, expect, it } from 'vitest';
import { formulaCases, written } from '../testing/formula-cases.ts';
import { createParser, type ParseOptions, type Token } from './parser.ts';

const parser = createParser();
const flat = (tokens: readonly Token[]): Token[] => tokens.flatMap((token) => [token, ...flat(token.children ?? [])]);
const formulasIn = (text: string): string[] =>
  flat(parser.parse(text, {})).flatMap(({ type, info, content }) => {
    if (type === 'fence' && info.trim() === 'math') return [written(content.trim(), true)];
    return type === 'math' || type === 'math_display' ? [written(content, type === 'math_display')] : [];
  });
const textOf = (text: string, options: ParseOptions = {}): string =>
  flat(parser.parse(text, options))
    .map(({ type, content }) => (type === 'text' || type === 'text_special' || type === 'code_inline' ? content : ''))
    .join('');

describe('formulas of a text', () => {
  it.each(formulaCases)('are found in $text', ({ text, formulas }) => {
    expect(formulasIn(text)).toEqual(formulas);
  });

  it('are shown as source until they are closed', () => {
    for (const open of ['\\(x_1 + *y*', '\\[x = **1**', '$$x_1 *a*', '\\begin{align} a_1 *b*'])
      expect(textOf(`So ${open}`, { growing: true })).toBe(`So ${open}`);
    expect(textOf('See \\[1\\] *there*', { growing: true })).toBe('See [1] there');
  });
});

const nested = (count: number, mark: string): string =>
  Array.from({ length: count }, (_, at) => `${mark.repeat(at + 1)}line${at}.`).join('\n');

describe('a text that is nested deeper than anybody reads', () => {
  it.each([
    ['quotes', nested(300, '> ')],
    ['lists', Array.from({ length: 500 }, (_, at) => `${'  '.repeat(at)}- line${at}.`).join('\n')],
    ['lists in quotes', nested(150, '> - ')],
    ['brackets', `${'['.repeat(500)}line499.${']'.repeat(500)}`],
    ['emphasis', `${'*_'.repeat(300)}line299.${'_*'.repeat(300)}`],
  ])('loses none of its %s', (_, text) => {
    const shown = textOf(text);
    for (const [word] of text.matchAll(/line\d+\./g)) expect(shown).toContain(word);
  });
});
