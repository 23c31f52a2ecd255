import { beforeEach, expect, test, vi } from 'vitest';
import { stubIndexedDb } from '../testing/indexed-db.ts';
import { createOfflineDatabase } from './database.ts';

beforeEach(stubIndexedDb);

test.each([
  ['that has no room left keeps its connection', 'QuotaExceededError', { opened: 1, closed: 0 }],
  ['that is broken is opened again, and the former connection is closed', 'UnknownError', { opened: 3, closed: 3 }],
])('a database %s', async (_, name, expected) => {
  const open = vi.spyOn(indexedDB, 'open');
  const close = vi.spyOn(IDBDatabase.prototype, 'close');
  const { use } = createOfflineDatabase();
  for (let index = 0; index < 3; index += 1)
    expect(await use(() => Promise.reject(new DOMException('Not written.', name)))).toBeUndefined();
  await vi.waitFor(() => expect({ opened: open.mock.calls.length, closed: close.mock.calls.length }).toEqual(expected));
});
