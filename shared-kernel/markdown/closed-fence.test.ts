import { expect, test } from 'vitest';
import { withClosedFence } from './closed-fence.ts';
import { createParser } from './parser.ts';

test.each([
  ['no code', 'One.', 'One.'],
  ['code that ends', '```js\na\n```\nTwo.', '```js\na\n```\nTwo.'],
  ['code that does not end', 'One.\n\n```js\nlet a\n', 'One.\n\n```js\nlet a\n```'],
  ['a longer fence, and a shorter one in it', '````md\n```\nx\n```', '````md\n```\nx\n```\n````'],
  ['another kind of fence in it', '~~~\n```', '~~~\n```\n~~~'],
  ['a fence of a list item', '1. One\n   ```\n   a', '1. One\n   ```\n   a'],
  ['an end with a space before it', '```\na\n  ```', '```\na\n  ```'],
  ['backticks within a line', 'Use ```a```.', 'Use ```a```.'],
])('after a text with %s, a heading is a heading', (_, text, closed) => {
  expect(withClosedFence(text)).toBe(closed);
  const tokens = createParser().parse(`${closed}\n\n## You`, {});
  expect(tokens.some(({ type }) => type === 'heading_open')).toBe(true);
});
