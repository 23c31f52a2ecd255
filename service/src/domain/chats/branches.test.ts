import { describe, expect, it } from 'vitest';
import { newestEnd, pathTo, type Position, shownLeaf, versionsIn } from './branches.ts';

/** a ─ b ─ c, where b has the versions d (─ e) and f, and a has the version g. */
const positions: Position[] = [
  { id: 'a', parentId: null },
  { id: 'b', parentId: 'a' },
  { id: 'c', parentId: 'b' },
  { id: 'd', parentId: 'a' },
  { id: 'e', parentId: 'd' },
  { id: 'f', parentId: 'a' },
  { id: 'g', parentId: null },
];

describe('a branch', () => {
  it('goes from the first message to its last', () => {
    expect(pathTo(positions, 'c')).toEqual(['a', 'b', 'c']);
    expect(pathTo(positions, 'e')).toEqual(['a', 'd', 'e']);
    expect(pathTo(positions, 'g')).toEqual(['g']);
  });

  it('is empty if its end is unknown, and ends before a cycle', () => {
    expect(pathTo(positions, 'x')).toEqual([]);
    expect(pathTo(positions, undefined)).toEqual([]);
    const loop = [
      { id: 'a', parentId: 'b' },
      { id: 'b', parentId: 'a' },
    ];
    expect(pathTo(loop, 'b')).toEqual(['a', 'b']);
  });

  it('is shown to the chosen end, else to the newest message', () => {
    expect(shownLeaf(positions, 'c')).toBe('c');
    expect(shownLeaf(positions, null)).toBe('g');
    expect(shownLeaf(positions, 'gone')).toBe('g');
    expect(shownLeaf([], null)).toBeUndefined();
  });

  it('is found from one of its messages by the newest end behind that', () => {
    expect(newestEnd(positions, 'a')).toBe('f');
    expect(newestEnd(positions, 'b')).toBe('c');
    expect(newestEnd(positions, 'd')).toBe('e');
    expect(newestEnd(positions, 'f')).toBe('f');
  });
});

it('returns the versions of messages that have more than one', () => {
  const versions = versionsIn(positions);
  expect([...versions.keys()].toSorted()).toEqual(['a', 'b', 'd', 'f', 'g']);
  expect(versions.get('d')).toEqual(['b', 'd', 'f']);
  expect(versions.get('a')).toEqual(['a', 'g']);
});
