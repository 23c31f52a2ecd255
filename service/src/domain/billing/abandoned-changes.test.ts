import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../db/id.ts';
import { seatChanges } from '../../db/schema/billing.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/teams.ts';
import { seatChangesJob } from './abandoned-changes.ts';
import { findPlan } from './subscriptions.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ now: () => now });
});
afterAll(() => app.close());

const leave = async (askedUntil: number, provider = 'local') => {
  const { teamId } = await createTeam(app);
  const { providerId: subscriptionId } = (await findPlan(app.db, 'local', { teamId }))!;
  const change = { teamId, subscriptionId, provider, key: newId(), quantity: 9, at: new Date(now) };
  await app.db.insert(seatChanges).values({ ...change, askedUntil: new Date(askedUntil) });
  return subscriptionId;
};

it('reads the outcome of every abandoned seat change, even if one cannot be determined', async () => {
  const left = [await leave(now), await leave(now - 1)];
  await leave(now + 1);
  await leave(now - 1, 'stripe');
  const failure = new Error('Away.');
  const read = vi.spyOn(app.services.payments, 'readSubscription').mockRejectedValue(failure);
  const lines: [object, string][] = [];
  const job = seatChangesJob(app.services, { error: (...line) => void lines.push(line) });
  expect(job).toMatchObject({ name: 'settle-seat-changes', every: 'quarter' });
  await job.run();
  expect(read.mock.calls.map(([id]) => id).toSorted()).toEqual(left.toSorted());
  const line = [{ err: failure }, 'The result of a seat change could not be determined.'];
  expect(lines).toEqual([line, line]);
});
