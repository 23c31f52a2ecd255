import { folderFor } from '../release/bucket/context.ts';
import { openBucket } from '../release/bucket/s3.ts';
import { dataFolder } from '../release/data-folder.ts';
import { trustedKeys } from '../release/keys.ts';
import { createEdge } from './edge.ts';
import { followBucket } from './follow-bucket.ts';
import { hostsIn, httpsSecondsIn, originsIn } from './known-hosts.ts';
import { drain } from './drain.ts';
import { reportKey } from './report-token.ts';
import { operatorKeyIn } from './operators.ts';
import { upstreamIn } from '../release/upstream.ts';

/**
 * Runs the edge as a separate process. Environment variables: PORT; HOST to listen on (127.0.0.1); ATRIUM_ORIGIN, whose
 * hosts it accepts besides loopback names; ATRIUM_DATA; ATRIUM_ENVIRONMENT; SERVICE_SOCKET or SERVICE_URL; and
 * ATRIUM_OPERATOR_KEY, 16 characters or more, for the operator page. With ATRIUM_STORE, `s3://bucket/prefix`, it serves
 * the content of that bucket and polls it every ATRIUM_STORE_SECONDS. ATRIUM_HSTS_SECONDS sets for how long browsers
 * use only https: a year if ATRIUM_ORIGIN is https, 0 to take it back. ATRIUM_COUNTRY_HEADER is the header in which the
 * proxy in front sends the country. ATRIUM_INSPECTOR=1 lets browsers open the inspector in production too, 0 nowhere.
 * At the first signal to end, it lets streaming responses finish within ATRIUM_DRAIN_SECONDS; at the second, it ends at
 * once.
 */
const { PORT = '8080', HOST = '127.0.0.1', ATRIUM_ENVIRONMENT = 'local', ATRIUM_ORIGIN = '' } = process.env;
const operatorKey = operatorKeyIn(process.env);
const { ATRIUM_STORE, ATRIUM_STORE_SECONDS = '0.5', ATRIUM_INSPECTOR, ATRIUM_DRAIN_SECONDS = '0' } = process.env;
const everyMs = Number(ATRIUM_STORE_SECONDS) * 1000;
if (!(everyMs >= 100)) throw new Error('ATRIUM_STORE_SECONDS is not a number of seconds, 0.1 or more.');
const report = (problem: string) => console.error(problem);
const bucket = ATRIUM_STORE ? openBucket(ATRIUM_STORE) : undefined;
const data = bucket ? folderFor(bucket, dataFolder()) : dataFolder();
const trusted = trustedKeys(dataFolder());
// With a bucket there may be several edges, and a browser's reports can reach any of them.
if (bucket && !process.env['ATRIUM_REPORT_KEY'])
  report(
    'ATRIUM_REPORT_KEY is not set: this edge accepts reports and cohorts only of browsers that it has served since it started.',
  );
const follower = bucket && followBucket({ bucket, environment: ATRIUM_ENVIRONMENT, data, trusted, report });
const stopFollowing = follower?.start(everyMs);
const server = createEdge({
  data,
  environment: ATRIUM_ENVIRONMENT,
  hosts: hostsIn(ATRIUM_ORIGIN),
  httpsSeconds: httpsSecondsIn(process.env),
  trusted,
  ...(follower
    ? { fetchRelease: follower.fetchRelease, fetchFile: follower.fetchFile, problem: follower.problem }
    : {}),
  service: upstreamIn(process.env),
  reportKey: reportKey(dataFolder()),
  report,
  countryHeader: process.env['ATRIUM_COUNTRY_HEADER']?.toLowerCase(),
  ...(ATRIUM_INSPECTOR === undefined ? {} : { inspector: ATRIUM_INSPECTOR === '1' }),
  ...(operatorKey === undefined ? {} : { operatorKey }),
  operatorOrigin: () => originsIn(process.env['ATRIUM_OPERATOR_ORIGIN'] ?? '')[0],
});
// The same backlog of connections as the service.
server.listen(Number(PORT), HOST, 4096);
let leaving = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (leaving) process.exit();
    leaving = true;
    stopFollowing?.();
    void drain(server, Number(ATRIUM_DRAIN_SECONDS) * 1000).then(() => process.exit());
  });
