import { expect, test } from 'vitest';
import { asMarkdown } from './message-actions.tsx';

test('an answer is copied as it was written, and its sources stand below it', () => {
  expect(asMarkdown({ content: '# Tides\n\n- **Moon**\n' })).toBe('# Tides\n\n- **Moon**');
  const citations = JSON.stringify(['https://a.test/1', 'https://b.test/2']);
  expect(asMarkdown({ content: 'Moon [1].', citations })).toBe(
    'Moon [1].\n\nSources:\n\n1. <https://a.test/1>\n2. <https://b.test/2>',
  );
});

test('sources stand outside of code that the answer did not end', () => {
  const citations = JSON.stringify(['https://a.test/1']);
  expect(asMarkdown({ content: 'So:\n\n```js\nlet a', citations })).toBe(
    'So:\n\n```js\nlet a\n```\n\nSources:\n\n1. <https://a.test/1>',
  );
  expect(asMarkdown({ content: '```js\nlet a' })).toBe('```js\nlet a');
});

test('sources that cannot be read are left out', () => {
  expect(asMarkdown({ content: 'Moon.', citations: 'none' })).toBe('Moon.');
});
