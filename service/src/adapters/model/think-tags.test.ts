import { describe, expect, it, test } from 'vitest';
import { thinkTags, withoutThoughts } from './think-tags.ts';

const read = (pieces: readonly string[]) => {
  const tags = thinkTags();
  const parts = [...pieces.flatMap((piece) => tags.push(piece)), ...tags.end()];
  const joined = (kind: string) => parts.map((part) => (part.kind === kind ? part.text : '')).join('');
  return [joined('thought'), joined('text')];
};

describe('thoughts in tags at the beginning of an answer', () => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    ['are told from the answer', '<think>Well.</think>\n\nYes.', 'Well.', 'Yes.'],
    ['may stand behind blank space', '\n <think>Well.</think>Yes.', 'Well.', 'Yes.'],
    ['may never close', '<think>Well.\n\nAnd < so </thin', 'Well.\n\nAnd < so </thin', ''],
    ['are empty', '<think>\n\n</think>\n\nYes.', '\n\n', 'Yes.'],
    ['are none later in the answer', 'Write <think>x</think>.', '', 'Write <think>x</think>.'],
    ['are none a second time', '<think>a</think>b<think>c</think>', 'a', 'b<think>c</think>'],
    ['are none in another tag', '<thinking>a</thinking>', '', '<thinking>a</thinking>'],
    ['are none where only their beginning comes', ' <thi', '', ' <thi'],
  ];
  test.each(cases)('the thoughts %s', (_name, answer, thought, text) => {
    expect(read([answer])).toEqual([thought, text]);
    for (let at = 1; at < answer.length; at += 1)
      expect(read([answer.slice(0, at), answer.slice(at)])).toEqual([thought, text]);
    expect(read(answer.split(''))).toEqual([thought, text]);
  });

  it('are found behind any amount of blank space, which does not hold up the pieces', () => {
    // For a reader that looks at all of it for each piece these are too many to come to an end.
    const blank = Array.from({ length: 300_000 }, () => '\n ');
    expect(read([...blank, '<think>Well.</think>Yes.'])).toEqual(['Well.', 'Yes.']);
    expect(read([...blank, 'Yes.'])).toEqual(['', `${blank.join('')}Yes.`]);
    expect(read(blank)).toEqual(['', blank.join('')]);
  });

  it('are left out if only the answer is requested', () => {
    expect(withoutThoughts('<think>A title, then.</think>\nThe sea')).toBe('The sea');
  });
});
