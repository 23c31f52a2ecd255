import { describe, expect, test } from 'vitest';
import { emptyContract, type RecordedContract } from '../release/record.ts';
import { usesGraph } from '../release/uses-graph.ts';
import { usesSection } from './uses-picture.ts';

const part = (name: string, contract: Partial<RecordedContract> = {}) => ({
  name,
  version: '1.0.0',
  contract: { ...emptyContract, ...contract },
});
const event = (name: string) => ({ name, version: 1, payload: {} });
const dialog = (name: string) => ({ name, version: 1 });
/** Each remote handles an event of the one before it. */
const chain = (count: number) =>
  usesGraph(
    Array.from({ length: count }, (_, at) =>
      part(`mf-${at}`, { emits: [event(`x${at}.done`)], handles: at > 0 ? [event(`x${at - 1}.done`)] : [] }),
    ),
  );
const squares = (html: string) =>
  [...html.matchAll(/<rect class="u\d" x="(\d+)" y="(\d+)" width="(\d+)"/g)].map((found) => found.slice(1).map(Number));

describe('the diagram of dependencies', () => {
  const graph = usesGraph([
    part('mf-a', { handles: [event('b.done')], opens: [dialog('b.pick'), dialog('b.edit')], emits: [event('a.done')] }),
    part('mf-b', { emits: [event('b.done')], supplies: [dialog('b.pick'), dialog('b.edit')] }),
    part('mf-c'),
  ]);

  test('has a square for each two parts that use each other, with a title that lists what is used', () => {
    const html = usesSection(graph);
    expect(squares(html)).toHaveLength(1);
    expect(html).toContain('<title>mf-a uses mf-b: handles b.done; opens b.edit, b.pick</title>');
    expect(html).toContain('>3</text>');
    expect(html).not.toContain('mf-c');
  });

  test('is repeated as a table', () => {
    expect(usesSection(graph)).toContain(
      '<td><span>mf-a</span></td><td><span>mf-b</span></td><td><span>handles b.done; opens b.edit, b.pick</span></td>',
    );
  });

  test.each([5, 50])('of %i parts has squares that do not cover each other, on a page that has no script', (count) => {
    const html = usesSection(chain(count));
    const found = squares(html);
    expect(found).toHaveLength(count - 1);
    expect(new Set(found.map(([x, y]) => `${x} ${y}`)).size).toBe(count - 1);
    const [xs, width] = [found.map(([x = 0]) => x).toSorted((a, b) => a - b), found[0]?.[2] ?? 0];
    for (const [at, x] of xs.slice(1).entries()) expect(x - (xs[at] ?? 0)).toBeGreaterThan(width);
    expect(html).not.toMatch(/<script|style=/);
  });

  test('has names as text, whatever they are', () => {
    const hostile = usesGraph([
      part('mf-"><script>', { calls: [{ ...event('a.get'), method: 'GET', path: '/', input: {}, output: {} }] }),
    ]);
    expect(usesSection(hostile)).not.toContain('<script');
  });

  test('shows a sentence if nothing uses anything', () => {
    expect(usesSection(usesGraph([part('mf-a')]))).toContain('No pinned release uses anything');
  });
});
