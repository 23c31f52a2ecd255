import { expect, test } from 'vitest';
import { piecesOf } from './code-pieces.ts';
import { fencedCode } from './fenced-code.ts';

const lines = Array.from({ length: 900 }, (_, at) => (at % 30 === 0 ? `\nfunction f${at}() {\n` : `  call(${at});\n`));

test('long code is split into pieces that join to it, and all but the last stay while it grows', () => {
  const code = lines.join('');
  const pieces = piecesOf(code);
  expect(pieces.join('')).toBe(code);
  expect(pieces.length).toBeGreaterThan(4);
  for (let end = 0; end <= code.length; end += 997) {
    const before = piecesOf(code.slice(0, end));
    expect(pieces.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
  }
  expect(piecesOf('x'.repeat(10_000)).join('')).toHaveLength(10_000);
});

test('a block that is one fence is code without a parser; anything else is not', () => {
  expect(fencedCode('```ts title=x\na\n\nb\n```\n\n')).toEqual({ language: 'ts', code: 'a\n\nb' });
  expect(fencedCode('~~~~\na\n~~~\n~~~~~\n')).toEqual({ language: '', code: 'a\n~~~' });
  expect(fencedCode('```\nopen')).toEqual({ language: '', code: 'open' });
  expect(fencedCode('```')).toEqual({ language: '', code: '' });
  for (const other of ['text', '```a`b\nx', '```\na\n```\n  after', ' ```\n a\n```', '> ```\n> a'])
    expect(fencedCode(other), other).toBeUndefined();
});
