import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Limit } from '../../ports/limits.ts';
import { consumePoints } from '../../domain/accounts/limits.ts';
import { storeReports } from '../../domain/health/release-health.ts';
import { networkGroup, networkOf } from '../../domain/health/network.ts';
import { storeVitals } from '../../domain/health/vitals.ts';
import { implement } from '../implement.ts';

/** A page reports at most every few seconds; one address may be an office. */
const reportsOfAddress: Limit = { name: 'release-reports', points: 120, seconds: 60 };
/**
 * The number of browsers of one network that count for one version. Ten on one machine are enough to see a canary
 * rolled back; more would let somebody who opens many fresh browsers decide for everybody.
 */
const browsersOfNetwork: Limit = { name: 'release-reporters', points: 12, seconds: 30 * 60 };

/**
 * A browser's values count once in this time, so that it cannot report for many, and only those of this many browsers
 * per network.
 */
const vitalOfBrowser: Limit = { name: 'release-vitals', points: 1, seconds: 30 * 60 };
const vitalsOfNetwork: Limit = { name: 'release-vitals-network', points: 12, seconds: 30 * 60 };

/** A report without the edge's cookie is ignored but not an error, because the page cannot fix that. */
export default implement(calls.health.reportReleases, async (context, { reports }) => {
  const { services, ip, reporter } = context;
  await consumePoints(services, [[reportsOfAddress, ip]], 'too-many-reports');
  if (reporter === undefined) return {};
  const network = networkOf(ip);
  const admits = async (limit: Limit, key: string) => (await services.limits.consume(limit, key)) === 0;
  const stored = { db: services.database.db, now: services.now() };
  await storeReports({
    ...stored,
    reporter,
    reports: reports.filter((report) => report.kind !== 'vital'),
    admits: (version) => admits(browsersOfNetwork, `${network} ${version}`),
  });
  // Measurements arrive when a page is left. They do not count as an attempt to load a version, because that would hide
  // failures among earlier visits.
  await storeVitals({
    ...stored,
    networks: networkGroup(network),
    vitals: reports.filter((report) => report.kind === 'vital'),
    admits: async (name) =>
      (await admits(vitalOfBrowser, `${reporter} ${name}`)) && admits(vitalsOfNetwork, `${network} ${name}`),
  });
  return {};
});
