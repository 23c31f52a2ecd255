import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import type { EventDef } from '../contracts/define.ts';
import { marbles } from '../testing/marbles.ts';
import { type BusViolation, createBus } from './bus.ts';

const renamed = {
  kind: 'event',
  name: 'test.renamed',
  owner: 'mf-test',
  version: 1,
  payload: () => z.object({ title: z.string() }),
} as const satisfies EventDef;
const opened = { ...renamed, name: 'test.opened', replay: true } as const satisfies EventDef;
const newer = {
  ...renamed,
  version: 2,
  payload: () => z.object({ title: z.string(), by: z.string() }),
} as const satisfies EventDef;

const setUp = () => {
  const violations: BusViolation[] = [];
  return { violations, bus: createBus({ onViolation: (violation) => violations.push(violation) }) };
};

describe('bus', () => {
  test('carries an event to its listeners, in order', () => {
    marbles(({ cold, expectObservable }) => {
      const { bus } = setUp();
      cold('-a-b').subscribe((title) => bus.emit(renamed, { title }));
      expectObservable(bus.on(renamed)).toBe('-a-b', { a: { title: 'a' }, b: { title: 'b' } });
    });
  });

  test('gives a listener only the event it subscribed to, and each accepted one to the inspector', () => {
    const events: unknown[] = [];
    const bus = createBus({ onViolation: () => expect.unreachable(), onEvent: (...seen) => events.push(seen) });
    const seen: unknown[] = [];
    bus.on(opened).subscribe((payload) => seen.push(payload));
    bus.emit(renamed, { title: 'another' });
    bus.emit(opened, { title: 'this' });
    expect(seen).toEqual([{ title: 'this' }]);
    expect(events).toEqual([
      ['test.renamed', { title: 'another' }],
      ['test.opened', { title: 'this' }],
    ]);
  });

  test('reports each field of a bad payload with what is wrong', () => {
    const { bus, violations } = setUp();
    const nested = {
      ...renamed,
      payload: () => z.object({ by: z.object({ name: z.string() }), title: z.string() }),
    } as const satisfies EventDef;
    bus.emit(nested, { by: {} } as never);
    expect(violations.map(({ reason }) => reason)).toEqual([expect.stringMatching(/^by\.name: [^;]+; title: [^;]+$/)]);
  });

  test('replays the last value of a state to a late listener, and nothing of a fact', () => {
    const { bus } = setUp();
    bus.emit(opened, { title: 'one' });
    bus.emit(opened, { title: 'two' });
    bus.emit(renamed, { title: 'gone' });
    const seen: unknown[] = [];
    bus.on(opened).subscribe((payload) => seen.push(payload));
    bus.on(renamed).subscribe((payload) => seen.push(payload));
    expect(seen).toEqual([{ title: 'two' }]);
  });

  test('drops a bad payload and blames its owner instead of throwing into a neighbour', () => {
    const { bus, violations } = setUp();
    const seen: unknown[] = [];
    bus.on(renamed).subscribe((payload) => seen.push(payload));
    bus.emit(renamed, { title: 7 } as never);
    bus.emit(renamed, { title: 'fine' });
    expect(seen).toEqual([{ title: 'fine' }]);
    expect(violations).toMatchObject([{ event: 'test.renamed', blame: 'mf-test', side: 'producer' }]);
  });

  test('checks a payload against the contract that its consumer was built with', () => {
    const { bus, violations } = setUp();
    const seen: unknown[] = [];
    bus.on(newer).subscribe((payload) => seen.push(payload));
    bus.emit(renamed, { title: 'old producer' });
    expect(seen).toEqual([]);
    expect(violations).toMatchObject([{ side: 'consumer', reason: expect.stringContaining('by') }]);
  });
});
