import type { Job } from '../../ports/jobs.ts';
import { listAbandonedChanges } from './seat-changes.ts';
import { syncSubscription, type SyncServices } from './sync.ts';

interface Log {
  error(details: object, message: string): void;
}

/** Reads from the provider how each abandoned change of seats ended. One failure does not stop the others. */
export const settleAbandonedChanges = async (services: SyncServices, log: Log): Promise<void> => {
  const { database, payments, now } = services;
  for (const { subscriptionId } of await listAbandonedChanges(database.db, payments.provider, now())) {
    try {
      await syncSubscription(services, subscriptionId);
    } catch (error) {
      log.error({ err: error }, 'The result of a seat change could not be determined.');
    }
  }
};

export const seatChangesJob = (services: SyncServices, log: Log): Job => ({
  name: 'settle-seat-changes',
  every: 'quarter',
  run: () => settleAbandonedChanges(services, log),
});
