import { callTable } from '@atrium/shared-kernel/contracts/call-table';
import { expect, it } from 'vitest';
import { registry } from './registry.ts';
import type { Registry } from './registry-type.ts';

it('has a handler for every call of the contracts, and for nothing else', () => {
  expect(Object.keys(registry).toSorted()).toEqual(callTable.map(({ name }) => name).toSorted());
  for (const [name, { call }] of Object.entries(registry)) expect(call.name).toBe(name);
});

it('does not compile without a handler, or with one of another call', () => {
  const { 'session.ping': ping, ...others } = registry;
  // @ts-expect-error One call has no handler.
  const incomplete: Registry = others;
  // @ts-expect-error The handler of one call stands for another.
  const mixed: Registry = { ...registry, 'session.authPing': ping };
  expect([incomplete, mixed]).toHaveLength(2);
});
