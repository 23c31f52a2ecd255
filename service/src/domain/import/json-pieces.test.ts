import { describe, expect, it } from 'vitest';
import { jsonPieces } from './json-pieces.ts';
import { BrokenJson } from './refused.ts';

async function* inChunks(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const piecesOf = async (text: string, size = 7, longest = 1000) => {
  const pieces: [string, unknown][] = [];
  for await (const { key, text: piece } of jsonPieces(inChunks(text, size), longest))
    pieces.push([key, piece === undefined ? undefined : JSON.parse(piece)]);
  return pieces;
};

const awkward = { text: 'He said: "a,b]}" \\ and \u{1F600} é 北', list: [[1, [2]], { a: '}' }], none: null };

describe('a large JSON document', () => {
  it.each([1, 2, 3, 5, 64, 100_000])('is split into its elements, in chunks of %i bytes', async (size) => {
    const list = [awkward, 'a "string", with ]', -1.5e3, true, null, [], {}];
    for (const indent of [0, 2]) {
      expect(await piecesOf(JSON.stringify(list, undefined, indent), size)).toEqual(list.map((one) => ['', one]));
      const object = { 'a "key"': 1, memories: [awkward, 'x'], empty: [], profile: awkward, last: 'z' };
      expect(await piecesOf(JSON.stringify(object, undefined, indent), size)).toEqual([
        ['a "key"', 1],
        ['memories', awkward],
        ['memories', 'x'],
        ['profile', awkward],
        ['last', 'z'],
      ]);
    }
  });

  it('may be empty, and begin with a mark of its byte order', async () => {
    expect(await piecesOf('[]')).toEqual([]);
    expect(await piecesOf(' { } ')).toEqual([]);
    expect(await piecesOf('\uFEFF[1]')).toEqual([['', 1]]);
  });

  it('reports a piece that is too long, and continues', async () => {
    expect(await piecesOf(JSON.stringify([1, 'x'.repeat(2000), 2]))).toEqual([
      ['', 1],
      ['', undefined],
      ['', 2],
    ]);
  });

  it.each([
    '',
    '[',
    '[1',
    '[1,',
    '[{"a": 1}',
    '{"a": [1, 2',
    '{"a": [1, 2]',
    '{"a"',
    '{"a": "b',
    'null',
    '[1] [2]',
    '[1,,2]',
    '[,1]',
    '{"a" 1}',
    '{a: 1}',
    '[1}',
    '{"a": [1}',
    'PK\u0003\u0004',
  ])('is refused if it is %j', async (text) => {
    await expect(piecesOf(text)).rejects.toBeInstanceOf(BrokenJson);
  });
});
