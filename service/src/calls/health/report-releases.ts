import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Limit } from '../../adapters/limits/port.ts';
import { takePoints } from '../../domain/accounts/limits.ts';
import { keepReports } from '../../domain/health/release-health.ts';
import { implement } from '../implement.ts';

/** A page reports every few seconds at most; one address may be an office. */
const reportsOfAddress: Limit = { name: 'release-reports', points: 120, seconds: 60 };

export default implement(calls.health.reportReleases, async (context, { reports }) => {
  await takePoints(context, [[reportsOfAddress, context.ip]], 'Too many reports at once, please wait.');
  await keepReports(context.services.database.db, context.services.now(), reports);
  return {};
});
