import { callTable } from '@atrium/shared-kernel/contracts/call-table';
import { expect, it } from 'vitest';
import { loadHandlers } from './handlers.ts';

it('has a handler for every call of the contracts, and for nothing else', async () => {
  const handlers = await loadHandlers();
  expect([...handlers.keys()].toSorted()).toEqual(callTable.map(({ name }) => name).toSorted());
});
