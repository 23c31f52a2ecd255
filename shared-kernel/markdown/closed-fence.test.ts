import { expect, test } from 'vitest';
import { withClosedFence } from './closed-fence.ts';
import { createParser } from './parser.ts';

const kindsIn = (text: string) =>
  createParser()
    .parse(text, {})
    .map(({ type, level }) => `${level} ${type}`);

test.each([
  ['no code', 'One.', 'One.'],
  ['code that ends', '```js\na\n```\nTwo.', '```js\na\n```\nTwo.'],
  ['code that does not end', 'One.\n\n```js\nlet a\n', 'One.\n\n```js\nlet a\n```'],
  ['a longer fence, and a shorter one in it', '````md\n```\nx\n```', '````md\n```\nx\n```\n````'],
  ['another kind of fence in it', '~~~\n```', '~~~\n```\n~~~'],
  ['a fence of a list item', '1. One\n   ```\n   a', '1. One\n   ```\n   a'],
  ['an indented fence', 'Use:\n\n  ```js\na\n```\n\nDone', 'Use:\n\n  ```js\na\n```\n\nDone'],
  ['an indented fence that does not end', 'Use:\n\n  ```js\na', 'Use:\n\n  ```js\na\n```'],
  ['backticks after tildes', '~~~ a `b`\nx\n~~~', '~~~ a `b`\nx\n~~~'],
  ['backticks after tildes, and no end', '~~~ a `b`\nx', '~~~ a `b`\nx\n~~~'],
  ['a fence of a list item with an end', '- One\n\n  ```\n  a\n  ```', '- One\n\n  ```\n  a\n  ```'],
  ['a fence of an item around others', '1. One\n   - Two\n\n   ```\n   a', '1. One\n   - Two\n\n   ```\n   a'],
  ['a fence that begins an item', '- ```js\n  let a', '- ```js\n  let a'],
  ['a fence below a list', '- One\n\n```\na', '- One\n\n```\na\n```'],
  ['a fence below a list, indented', '- One\n\nTwo\n\n   ```\na', '- One\n\nTwo\n\n   ```\na\n```'],
  ['an end that is too short, or is no end', '````\na\n```\n```` b', '````\na\n```\n```` b\n````'],
  ['a fence in a quotation', '> ```\n> a', '> ```\n> a'],
  ['an end with a space before it', '```\na\n  ```', '```\na\n  ```'],
  ['backticks within a line', 'Use ```a```.', 'Use ```a```.'],
])('after a text with %s, a heading is a heading', (_, text, closed) => {
  expect(withClosedFence(text)).toBe(closed);
  expect(kindsIn(`${closed}\n\n## You`)).toEqual([...kindsIn(text), ...kindsIn('## You')]);
});
