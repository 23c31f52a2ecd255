import { describe, expect, it } from 'vitest';
import { markWriter } from './marks.ts';

const sources = [
  { url: 'https://a.test/x', title: 'A', text: '' },
  { url: 'https://b.test/(y)', title: 'B', text: '' },
  { title: 'plan.pdf', text: '' },
];
const inPieces = (text: string, size: number) => {
  const marks = markWriter(sources);
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  return pieces.map((piece) => marks.push(piece)).join('') + marks.end();
};

describe('the marks of an answer', () => {
  it.each([
    ['A [1] and [2], files [3].', 'A [1](https://a.test/x) and [2](https://b.test/%28y%29), files [3].'],
    ['Both [1, 2]', 'Both [1](https://a.test/x) [2](https://b.test/%28y%29)'],
    ['Wrong address [1](https://evil.test/?q=secret)', 'Wrong address [1](https://a.test/x)'],
    ['Unread [9](https://evil.test/)', 'Unread 9'],
    ['Unread [9]', 'Unread [9]'],
    ['See [this](https://evil.test/?q=1) now', 'See this now'],
    ['See [A](https://a.test/x) now', 'See A [1](https://a.test/x) now'],
    ['![x](https://evil.test/p.png)!', 'x!'],
    ['At https://evil.test/a or <https://evil.test/b>', 'At `https://evil.test/a` or `https://evil.test/b`'],
    ['`list[1]` stays', '`list[1]` stays'],
    ['So `list[1]` and ``list[1]`` stay', 'So `list[1]` and ``list[1]`` stay'],
    ['`a\nb` [x](https://evil.test/) `c`', '`a\nb` x `c`'],
    ['`a\n  `[x](https://evil.test/)` c', '`a\n  `x` c'],
    ['`a https://evil.test/ me@evil.test\nb`', '`a https: //evil. test/ me@ evil. test\nb`'],
    ['`a\n\nb `[x](https://evil.test/)`', '`a\n\nb `[x](https://evil.test/)`'],
    ['```js\nlist[1]\n```\nthen [1]', '```js\nlist[1]\n```\nthen [1](https://a.test/x)'],
    ['```npm ci```\nthen [1]', '```npm ci```\nthen [1](https://a.test/x)'],
    ['A ```x``` and\n```\nlist[1]\n', 'A ```x``` and\n```\nlist[1]\n'],
    ['````md\n```\nlist[1]\n```\n````\n[x](https://evil.test/)', '````md\n```\nlist[1]\n```\n````\nx'],
    ['~~~\n```\nlist[1]\n~~~\n[x](https://evil.test/)', '~~~\n```\nlist[1]\n~~~\nx'],
    ['```\n``` js\nlist[1]\n```\n[1]', '```\n``` js\nlist[1]\n```\n[1](https://a.test/x)'],
    [
      '10. So [1]:\n\n    ```js\n    list[1]\n    ```\n    Then [1]',
      '10. So [1](https://a.test/x):\n\n    ```js\n    list[1]\n    ```\n    Then [1](https://a.test/x)',
    ],
    ['- a\n  - b\n    ```\n    list[1]\n\n    ```\n', '- a\n  - b\n    ```\n    list[1]\n\n    ```\n'],
    ['- ```js\n  list[1]\n  ```\n  [1]', '- ```js\n  list[1]\n  ```\n  [1](https://a.test/x)'],
    ['> ```\n> list[1]\n> ```\n> [1]', '> ```\n> list[1]\n> ```\n> [1](https://a.test/x)'],
    // A block ends with what contains it, and an indented one begins none.
    ['- ```\n[x](https://evil.test/)', '- ```\nx'],
    ['> ```\n[x](https://evil.test/)', '> ```\nx'],
    ['    ```\n\n [x](https://evil.test/)', '    ```\n\n x'],
    ['Both [1, 3], and [A b](https://a.test/x).', 'Both [1](https://a.test/x) [3], and A b [1](https://a.test/x).'],
    // What the screen would link by itself, or the parser by its leniency.
    ['At www.evil.test/x?q=1 now', 'At `www.evil.test/x?q=1` now'],
    ['At _https://evil.test/a_ now', 'At _`https://evil.test/a_` now'],
    ['At www\\.evil.test and https\\://evil.test now', 'At `www\\.evil.test` and `https\\://evil.test` now'],
    ['Write to a@evil.test now', 'Write to `a@evil.test` now'],
    ['[www.evil.test](x) now', '`www.evil.test` now'],
    ['[a [b] c](https:/evil.test/?q=s) now', '[a [b] c] (`https:/evil.test/?q=s)` now'],
    ['[a\\]b](https:/evil.test) now', '[a\\]b] (`https:/evil.test)` now'],
    ['[x][z]\n\n[z]: https:/evil.test', '[x] [z]\n\n[z] : `https:/evil.test`'],
    ['[x](\nh&#116;tps:/evil.test) now', '[x] (\nh\\&#116;tps:/evil.test) now'],
    // Escaped backticks, and runs of another length, are no code.
    ['\\`[Sign in](https://evil.test)\\` now', '\\`Sign in\\` now'],
    ['`[Sign in](https://evil.test)`` now', '`Sign in`` now'],
    ['``a` b`` [x](https://evil.test) `c', '``a` b`` x `c'],
    ['\\\\`a` [x](https://evil.test) `b`', '\\\\`a` x `b`'],
    ['- [ ] a task [1]\n', '- [ ] a task [1](https://a.test/x)\n'],
  ])('make %j into %j, however it arrives', (text, expected) => {
    for (const size of [1, 2, 3, 7, 1000]) expect(inPieces(text, size)).toBe(expected);
  });

  it('do not split a cell of a table', () => {
    const marks = markWriter([{ url: 'https://a.test/x|y', title: 'A', text: '' }]);
    expect(marks.push('| a [1] | b |\n')).toBe('| a [1](https://a.test/x%7Cy) | b |\n');
  });

  it('do not delay a text that is never closed', () => {
    const marks = markWriter(sources);
    expect(marks.push(`[${'x'.repeat(3000)}`)).toHaveLength(3001);
  });
});
