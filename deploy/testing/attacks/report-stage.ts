import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canariesFor, createCohorts } from '../../edge/cohort.ts';
import { createEdge } from '../../edge/edge.ts';
import { createReportTokens } from '../../edge/report-token.ts';
import { superviseService } from '../../local/service-process.ts';
import { type Environment, readEnvironment, withCanary, writeEnvironment } from '../../release/environment.ts';
import { folderRegistry } from '../../release/registry.ts';
import { resolveReleaseSet } from '../../release/release-set.ts';
import { remoteVitals, serviceHealth, serviceVitals } from '../../release/service-health.ts';
import { writeSignedSet } from '../../release/hand-signed.ts';
import { openStore } from '../../release/store.ts';
import { watchOnce } from '../../release/watch.ts';
import { publishRemote, publishShell } from '../release.ts';

const origin = 'http://localhost:8080';
export const reportKey = 'a key that edges of one environment share';

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The cookies that were set, as `name=value`. */
  readonly cookies: readonly string[];
}
interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Address of the requesting machine, on this machine's loopback network. */
  readonly from?: string;
}

/** An address in a different network for each number: the service distinguishes networks by their first 24 bits. */
export const networkAddress = (at: number): string => `127.${1 + (at >> 8)}.${at & 255}.1`;

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

const startService = (data: string, socketPath: string) =>
  superviseService({
    log: () => {},
    env: {
      ATRIUM_DATA: data,
      SOCKET: socketPath,
      ATRIUM_ORIGIN: origin,
      ATRIUM_SEED: '0',
      LOG_LEVEL: 'error',
      // No address on the loopback network may act as a proxy.
      ATRIUM_TRUSTED_PROXIES: '192.0.2.1/32',
    },
  });

const sendTo = (port: number, { path = '/', method = 'GET', headers = {}, body, from }: Sent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, localAddress: from }, (answer) => {
      let text = '';
      answer.on('data', (part: Buffer) => {
        text += part.toString();
      });
      answer.on('end', () => {
        const cookies = (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? '');
        resolve({ status: answer.statusCode ?? 0, text, cookies });
      });
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });

/**
 * A real edge in front of the real service, with the watch that judges canaries: what an attacker can reach from
 * outside, and whether a canary has ended. Each canary is a new version, so that nothing is left of the one before.
 */
export const startReportStage = async () => {
  const data = mkdtempSync(join(tmpdir(), 'atrium-attack-'));
  const pins = join(data, 'pins');
  mkdirSync(pins);
  const upstream = { socketPath: join(data, 'service.sock') };
  const service = startService(data, upstream.socketPath);
  const store = openStore(join(data, 'store'));
  const registry = folderRegistry(pins, data);
  publishShell(store, '1.0.0', '<head><!--release-set--></head>');
  publishRemote(store, 'mf-a', '1.0.0');
  const pin = { version: '1.0.0' };
  const serve = (environment: Environment) => writeSignedSet(data, resolveReleaseSet(environment, store));
  const plain: Environment = { environment: 'local', shell: pin, service: pin, remotes: { 'mf-a': pin } };
  writeEnvironment(plain, pins);
  serve(plain);
  const edge = createEdge({ data, environment: 'local', service: upstream, reportKey, operatorKey: '' });
  const [port] = await Promise.all([listen(edge), service.ready()]);
  let versions = 0;
  /** Another address for each canary, so that one attack does not use up the rate limit of the next. */
  let home = networkAddress(40_000);

  const send = (given: Sent): Promise<Answer> => sendTo(port, { from: home, ...given });
  const post = (cookie: string, reports: object[], more: Sent = {}): Promise<Answer> =>
    send({
      path: '/api/reportReleases',
      method: 'POST',
      ...more,
      body: more.body ?? JSON.stringify({ reports }),
      headers: { origin, 'content-type': 'application/json', ...(cookie ? { cookie } : {}), ...more.headers },
    });
  const held = () => resolveReleaseSet(readEnvironment('local', pins), store);
  /** A cohort that gets the canary, or one that does not. */
  const cohort = (canary: boolean): number => {
    for (let one = 0; ; one += 1) if (canariesFor(held(), one).includes('mf-a') === canary) return one;
  };

  return {
    send,
    post,
    cohort,
    /** Makes a new version the canary of half of the browsers. */
    async canary(): Promise<string> {
      versions += 1;
      home = networkAddress(40_000 + versions);
      const version = `2.${versions}.0`;
      publishRemote(store, 'mf-a', version);
      writeEnvironment(withCanary(plain, 'mf-a', version, 50), pins);
      serve(readEnvironment('local', pins));
      return version;
    },
    /** The cookies that a page sets in a new browser. */
    async browser(canary = true, from = home): Promise<string> {
      const chosen = createCohorts(reportKey, 'local').cookieFor(cohort(canary), false).split(';')[0] ?? '';
      const { cookies } = await send({ headers: { cookie: chosen }, from });
      return [chosen, ...cookies].join('; ');
    },
    /** Browsers in many networks that send the same report, or each its own, and that get the canary or do not. */
    async honest(count: number, report: object | ((at: number) => object), first = 1000, canary = true): Promise<void> {
      const tokens = createReportTokens(reportKey, 'local');
      const drawn = cohort(canary);
      const one = async (at: number) => {
        const cookie = tokens.cookieFor(drawn, undefined, false).split(';')[0] ?? '';
        await post(cookie, [typeof report === 'function' ? report(at) : report], { from: networkAddress(first + at) });
      };
      for (let at = 0; at < count; at += 20)
        await Promise.all(Array.from({ length: Math.min(20, count - at) }, (_, more) => one(at + more)));
    },
    /** The health of a version, as the service counts it. */
    async counted(version: string) {
      const found = (await serviceHealth(upstream)).find((one) => one.version === version);
      return { browsers: found?.browsers ?? 0, troubled: found?.troubled ?? 0 };
    },
    /** Number of visits of a version whose page timings the service has counted. */
    async visits(version: string, metric: string): Promise<number> {
      const all = await serviceVitals(upstream);
      const counts = all.filter((one) => one.version === version && one.metric === metric).flatMap((one) => one.counts);
      return counts.reduce((sum, [, count]) => sum + count, 0);
    },
    /** Runs the watch once. Gives whether the canary has ended. */
    async isOver(): Promise<boolean> {
      const health = () => serviceHealth(upstream);
      const vitals = (remote: string) => remoteVitals(upstream, remote);
      const watch = { registry, environment: 'local', built: () => ({}), health, vitals, pinned: serve, log: () => {} };
      return (await watchOnce(watch)).includes('mf-a');
    },
    async end() {
      edge.close();
      edge.closeAllConnections();
      await service.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
};
