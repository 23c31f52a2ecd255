import { describe, expect, it } from 'vitest';
import { createParser } from './parser.ts';

const parser = createParser();
const html = (text: string): string => parser.render(text).replaceAll(/\n+/g, '');

describe('a folded block', () => {
  it.each([
    [
      'with its summary on a line of its own',
      '<details>\n<summary>Why *so*?</summary>\n\nBecause.\n\n- a\n\n</details>',
    ],
    ['on the same line', '<details><summary>Why *so*?</summary>\n\nBecause.\n\n- a\n</details>'],
    ['with text behind the summary', '<details><summary>Why *so*?</summary>Because.\n\n- a\n</details>'],
    [
      'with its summary over several lines',
      '<DETAILS>\n\n<Summary>\nWhy\n*so*?</Summary>\nBecause.\n\n- a\n</DETAILS>',
    ],
  ])('is read as Markdown %s', (_, text) => {
    const expected =
      '<details><summary>Why <em>so</em>?</summary><p>Because.</p><ul><li>a</li></ul></details><p>Then.</p>';
    expect(html(`${text}\n\nThen.`)).toBe(expected);
  });

  it('may be on one line, in a list, in a quote and within another one', () => {
    const one = '<details><summary>S</summary>Text</details>';
    const made = '<details><summary>S</summary><p>Text</p></details>';
    expect(html(one)).toBe(made);
    expect(html(`Before\n${one}\nAfter`)).toBe(`<p>Before</p>${made}<p>After</p>`);
    expect(html(`- item\n\n  ${one}`)).toBe(`<ul><li><p>item</p>${made}</li></ul>`);
    expect(html(`> ${one}`)).toBe(`<blockquote>${made}</blockquote>`);
    expect(html(`<details>\n\n${one}\n</details>\nEnd`)).toBe(
      `<details><summary>Details</summary>${made}</details><p>End</p>`,
    );
    expect(html('<details>\n<details>\nDeep</details></details>\n\nEnd')).toBe(
      '<details><summary>Details</summary><details><summary>Details</summary><p>Deep</p></details></details><p>End</p>',
    );
  });

  it('does not end inside code, and ends with the text if nothing else ends it', () => {
    expect(html('<details>\n\n```\n</details>\n```\n\nIn\n</details>\n\nOut')).toMatch(
      /<p>In<\/p><\/details><p>Out<\/p>$/,
    );
    expect(html('<details>\n<summary>S</summary>\n\nOne\n\nTwo')).toBe(
      '<details><summary>S</summary><p>One</p><p>Two</p></details>',
    );
    expect(html('> <details>\n> In\n\nOut')).toMatch(/<p>In<\/p><\/details><\/blockquote><p>Out<\/p>$/);
    expect(html('<details></details>')).toBe('<details><summary>Details</summary></details>');
  });

  it.each(['<details open>\nx\n</details>', '<details ontoggle=alert(1)>x</details>', 'a <details>x</details>'])(
    'has no attributes and starts a line: %s',
    (text) => {
      expect(html(text)).not.toContain('<details');
    },
  );

  it('takes time proportional to the text, however many elements open', () => {
    for (const text of [
      '<details>\n'.repeat(5000),
      '<details>x</details>\n'.repeat(5000),
      '<details><summary>\n'.repeat(5000),
    ])
      expect(html(text).length).toBeGreaterThan(1000);
  });
});

describe('definitions', () => {
  const terms = '<dl><dt>Tea</dt><dd>A <em>drink</em>.</dd><dd>A meal.</dd><dt>Cup</dt><dd>What it is in.</dd></dl>';
  it.each([
    ['one after the other', 'Tea\n: A *drink*.\n: A meal.\nCup\n: What it is in.'],
    ['with lines between them', 'Tea\n:   A *drink*.\n: A meal.\n\n\nCup\n: What it is in.\n'],
  ])('follow their terms %s', (_, text) => {
    expect(html(text)).toBe(terms);
  });

  it('continue on an indented line, and contain other blocks', () => {
    expect(html('Tea\n: One\n  and more.\n\n  Two.\n\n  - a\n\nEnd')).toBe(
      '<dl><dt>Tea</dt><dd><p>One and more.</p><p>Two.</p><ul><li>a</li></ul></dd></dl><p>End</p>'.replace(
        ' and',
        'and',
      ),
    );
    expect(html('- Tea\n  : A drink.\n- b')).toBe('<ul><li><dl><dt>Tea</dt><dd>A drink.</dd></dl></li><li>b</li></ul>');
    expect(html('> Tea\n> : A drink.')).toBe('<blockquote><dl><dt>Tea</dt><dd>A drink.</dd></dl></blockquote>');
  });

  it.each([
    'Tea\n:A drink.',
    'Tea\n\n: A drink.',
    'One\nTwo\n: Three',
    ': Tea',
    '- Tea\n: x',
    '# Tea\n: x',
    'Tea\n:smile: x',
  ])('do not exist in %j', (text) => {
    expect(html(text)).not.toContain('<dl>');
  });
});

describe('a list', () => {
  it('that is nested deeper than anybody reads shows each of its levels on a line of its own', () => {
    const text = Array.from({ length: 16 }, (_, at) => `${'  '.repeat(at)}- level ${at}.`).join('\n');
    const shown = parser.render(text);
    for (let level = 12; level < 16; level += 1)
      expect(shown).toMatch(new RegExp(`(?:<p>|<br>\\n)\u00a0*- level ${level}\\.`));
    expect(shown).toContain('<br>\n\u00a0\u00a0- level 13.');
  });
});
