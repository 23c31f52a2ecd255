import { afterEach, expect, it, vi } from 'vitest';
import { openDatabase } from '../../db/database.ts';
import { createTestDatabase } from '../../testing/app.ts';
import { openFactors } from './factors.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('is silent, and queries nothing, once this process has closed the database', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { connection, drop } = await createTestDatabase();
  const error = vi.fn<(details: object, message: string) => void>();
  const database = openDatabase(connection, { onError: () => undefined });
  await openFactors(database.db, { error, warn: () => undefined });
  await database.close();
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
  expect(error).not.toHaveBeenCalled();
  await drop();
});
