import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import type { EventDef } from '../contracts/define.ts';
import * as events from '../contracts/events.ts';
import { exampleOf } from './example.ts';

const all = Object.values(events).flatMap((owner): EventDef[] => Object.values(owner));

describe.each(all.map((event) => ({ name: event.name, event })))('examples of $name', ({ event }) => {
  const schema = z.toJSONSchema(event.payload(), { io: 'output', unrepresentable: 'any' });

  test.each([true, false])('pass its contract, with everything that may be there: %s', (full) => {
    const { success, error } = event.payload().safeParse(exampleOf(schema, full));
    expect(error?.issues ?? []).toEqual([]);
    expect(success).toBe(true);
  });
});

test('an example contains everything that is allowed, or only what is required', () => {
  const schema = z.toJSONSchema(z.object({ title: z.string(), tags: z.optional(z.array(z.enum(['a', 'b']))) }));
  expect(exampleOf(schema)).toEqual({ title: 'example', tags: ['a'] });
  expect(exampleOf(schema, false)).toEqual({ title: 'example' });
});
