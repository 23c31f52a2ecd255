import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Limit } from '../../ports/limits.ts';
import { consumePoints } from '../../domain/accounts/limits.ts';
import { storeReports } from '../../domain/health/release-health.ts';
import { networkOf } from '../../domain/health/network.ts';
import { implement } from '../implement.ts';

/** A page reports every few seconds at most; one address may be an office. */
const reportsOfAddress: Limit = { name: 'release-reports', points: 120, seconds: 60 };
/**
 * Browsers of one network that count with one version. Ten on one machine are enough to see a canary rolled back; more
 * would let whoever opens many fresh browsers judge for everybody.
 */
const browsersOfNetwork: Limit = { name: 'release-reporters', points: 12, seconds: 30 * 60 };

/** A report of nobody counts nothing and is no failure: a page without the edge's cookie has nothing to mend. */
export default implement(calls.health.reportReleases, async (context, { reports }) => {
  const { services, ip, reporter } = context;
  await consumePoints(services, [[reportsOfAddress, ip]], 'too-many-reports');
  if (reporter === undefined) return {};
  const network = networkOf(ip);
  await storeReports({
    db: services.database.db,
    now: services.now(),
    reporter,
    reports,
    admits: async (version) => (await services.limits.consume(browsersOfNetwork, `${network} ${version}`)) === 0,
  });
  return {};
});
