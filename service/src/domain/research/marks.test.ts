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
    ['```js\nlist[1]\n```\nthen [1]', '```js\nlist[1]\n```\nthen [1](https://a.test/x)'],
    ['- [ ] a task [1]\n', '- [ ] a task [1](https://a.test/x)\n'],
  ])('make %j into %j, however it arrives', (text, expected) => {
    for (const size of [1, 2, 3, 7, 1000]) expect(inPieces(text, size)).toBe(expected);
  });

  it('do not delay a text that is never closed', () => {
    const marks = markWriter(sources);
    expect(marks.push(`[${'x'.repeat(3000)}`)).toHaveLength(3001);
  });
});
