import { expect, it } from 'vitest';
import { thoughtSplitter } from './thoughts.ts';

const read = (pieces: readonly string[]) => {
  const thoughts = thoughtSplitter();
  return [...pieces.flatMap((piece) => thoughts.push(piece)), ...thoughts.end()];
};
const whole = (pieces: readonly string[]) =>
  read(pieces).flatMap(({ type, text }) => (type === 'thought' ? [text] : []));

it('a thought is a paragraph, however its pieces are cut', () => {
  const text = '\n\nOne.\nStill one.\n\n\nTwo.\n\n';
  for (let at = 0; at <= text.length; at += 1)
    expect(whole([text.slice(0, at), text.slice(at)])).toEqual(['One.\nStill one.', 'Two.']);
});

it('a blank line in a code block ends no thought', () => {
  const text = 'Look:\n\n```js\na();\n\nb();\n```\n\nSo.';
  expect(whole(text.split(''))).toEqual(['Look:', '```js\na();\n\nb();\n```', 'So.']);
});

it('the pieces of a thought join to the whole of it', () => {
  const made: string[] = [];
  let open = '';
  for (const { type, text } of read('\n\nOne two.\n\nThree'.split(''))) {
    if (type === 'thinking') open += text;
    else made.push(open.trim());
    if (type === 'thought') open = '';
  }
  expect(made).toEqual(['One two.', 'Three']);
});

it('a code block that never closes is one thought, and does not hold up its pieces however many there are', () => {
  const line = 'a();\n\n';
  // For a splitter that reads the whole thought for each piece these are too many to come to an end.
  const lines = 30_000;
  const events = read(['```\n', ...Array.from({ length: lines }, () => line)]);
  expect(events.filter(({ type }) => type === 'thinking')).toHaveLength(lines + 1);
  expect(events.at(-1)).toEqual({ type: 'thought', text: `\`\`\`\n${line.repeat(lines)}`.trim() });
  expect(events).toHaveLength(lines + 2);
});
