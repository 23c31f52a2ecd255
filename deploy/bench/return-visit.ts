import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright';
import { median } from 'simple-statistics';
import { browserPath } from '../ci/browser.ts';
import { createEdge } from '../edge/edge.ts';
import { environmentName } from '../release/data-folder.ts';
import { type EnvironmentSet, idOf } from '../release/release-set.ts';
import { writeSignedSet } from '../release/hand-signed.ts';
import { openStore, type Store } from '../release/store.ts';
import { changes, publishChanged } from './changed-release.ts';
import { contractsOf } from './composition.ts';
import { type Figure, figure } from './figure.ts';
import { publishMonolith } from './monolith.ts';
import { openSettledPage, slowDown } from './page-load.ts';
import { measureRounds, type Sample } from './rounds.ts';
import { signIn, stage } from './stage.ts';

const kinds = ['composed', 'monolith'] as const;
type Kind = (typeof kinds)[number];
const limits = { bytes: 0.25, time: 0.7 };
/** Visits before the release: from the second visit on, browsers cache compiled code. */
const before = 3;
/** Milliseconds of a stay: after five seconds the shell loads what the first screen does not need. */
const stay = 7000;

interface Visit {
  /** Milliseconds from the navigation until a typed message can be sent. */
  readonly ms: number;
  /** Transferred bytes until then, without the responses of calls. */
  readonly bytes: number;
}

/** Runs in the page: types into the composer once it is there, and records from when on the message can be sent. */
const typeAndWatch = () => {
  const isShown = (element: Element | null): boolean => element?.checkVisibility({ visibilityProperty: true }) === true;
  const check = () => {
    const field = document.querySelector<HTMLTextAreaElement>('#app textarea:enabled');
    if (field?.value === '' && isShown(field)) {
      field.focus();
      // oxlint-disable-next-line typescript/no-deprecated -- the only way for a page to type as a user does
      document.execCommand('insertText', false, 'Hello');
    }
    if (isShown(document.querySelector('#app button[aria-label="Send"]:enabled')))
      Object.assign(globalThis, { sendable: performance.now() });
    else requestAnimationFrame(check);
  };
  check();
};

/**
 * Opens the main screen, types, and waits until the message can be sent. The page itself measures, as the waiting of a
 * test runner has steps of up to half a second. `slow`: 1.6 Mbps, 150 ms, CPU x4.
 */
const visit = async (context: BrowserContext, url: string, slow: boolean): Promise<Visit> => {
  const page = await openSettledPage(context);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  if (slow) await slowDown(devtools);
  const calls = new Set<string>();
  let bytes = 0;
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (new URL(request.url).pathname.startsWith('/api/')) calls.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!calls.has(requestId)) bytes += encodedDataLength;
  });
  await page.addInitScript(typeAndWatch);
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
  const sendable = await page.waitForFunction(() => Reflect.get(globalThis, 'sendable') as number | undefined);
  const ms = (await sendable.jsonValue()) ?? Number.NaN;
  // A user who stays a moment also loads what the first screen does not need.
  if (!slow) await page.waitForTimeout(stay);
  await page.close();
  return { ms, bytes };
};

/** A browser with its own profile that has visited an environment; `close` removes the profile. */
const returning = async (path: string, cookie: string, url: string) => {
  const profile = mkdtempSync(join(tmpdir(), 'atrium-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: path,
    args: ['--no-sandbox', '--disable-gpu'],
    viewport: { width: 1440, height: 900 },
  });
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url }]);
  for (let time = 0; time < before; time += 1) await visit(context, url, false);
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
};

type Served = Record<Kind, Record<string, Partial<EnvironmentSet>>>;
const requestedRemotes = (): readonly string[] => {
  const all = Object.keys(changes);
  const at = process.argv.indexOf('--only');
  const requested = all.filter((name) => at === -1 || name === process.argv[at + 1]);
  if (requested.length === 0) throw new Error(`--only takes one of ${all.join(', ')}.`);
  return requested;
};

/**
 * Publishes each release and its monolith. Gives what is served after each release, and under `before` what is served
 * first.
 */
const publishAll = async (store: Store, set: EnvironmentSet, remotes: readonly string[]): Promise<Served> => {
  const contracts = await contractsOf(set);
  const served: Served = { composed: { before: {} }, monolith: {} };
  for (const remote of ['before', ...remotes]) {
    const version = await publishMonolith(store, contracts, remote);
    const { content } = store.read('shell', version);
    served.monolith[remote] = {
      shell: { ...set.shell, version, base: `/assets/shell/${version}/`, content, previous: undefined },
    };
    const contract = contracts.find(({ name }) => name === remote);
    const pinned = set.remotes.find(({ name }) => name === remote);
    if (!contract || !pinned) continue;
    const release = await publishChanged(store, contract, pinned.version, `${pinned.version}.next`);
    served.composed[remote] = { remotes: set.remotes.map((one) => (one.name === remote ? release : one)) };
  }
  return served;
};

/** Starts the edges of both in front of the service of a product. `serve` sets what one of them serves from now on. */
const openEdges = async (product: { readonly data: string; readonly url: string }, set: EnvironmentSet) => {
  const target = new URL(product.url);
  const urls: Record<string, string> = {};
  const edges = kinds.map((environment) =>
    createEdge({
      data: product.data,
      environment,
      service: { host: target.hostname, port: Number(target.port) },
      preloads: environment === 'composed',
    }),
  );
  for (const [at, edge] of edges.entries()) {
    await new Promise<void>((done) => {
      edge.listen(0, '127.0.0.1', done);
    });
    urls[kinds[at] ?? ''] = `http://localhost:${(edge.address() as AddressInfo).port}`;
  }
  return {
    url: (kind: Kind) => urls[kind] ?? '',
    serve(kind: Kind, change: Partial<EnvironmentSet> = {}) {
      const changed = { ...set, ...change, environment: kind };
      writeSignedSet(product.data, { ...changed, id: idOf(changed) });
    },
    end() {
      for (const edge of edges) {
        edge.close();
        edge.closeAllConnections();
      }
    },
  };
};

const timeOf = (remote: string) => ({
  name: `${remote} released: time to Send over the monolith`,
  unit: 'ms',
  limit: limits.time,
  beside: { peer: 'monolith' },
});

/**
 * Visits after the release of one remote, by browsers that have visited before: the composed product compared with the
 * monolith.
 */
export const returnVisit = async (log: (text: string) => void): Promise<Figure[]> => {
  const remotes = requestedRemotes();
  const product = await stage(log);
  const text = readFileSync(join(product.data, `environments/${environmentName()}.json`), 'utf8');
  const set = JSON.parse(text) as EnvironmentSet;
  const edges = await openEdges(product, set);
  const seen = new Map<string, Visit[]>();
  const visits = (kind: Kind, remote: string) => seen.get(`${kind} ${remote}`) ?? [];
  try {
    const served = await publishAll(openStore(join(product.data, 'store')), set, remotes);
    const path = await browserPath(log);
    const cookie = await signIn(product.url);
    const round = async (): Promise<Record<string, Sample>> => {
      for (const kind of kinds) edges.serve(kind, served[kind]['before']);
      // Visits before the release are mostly waiting, so they run in parallel. Measured visits run alone.
      const browsers = await Promise.all(
        kinds.map(async (kind) => ({ kind, ...(await returning(path, cookie, edges.url(kind))) })),
      );
      for (const remote of remotes)
        for (const { kind, context } of browsers) {
          edges.serve(kind, served[kind][remote]);
          const visited = await visit(context, edges.url(kind), true);
          seen.set(`${kind} ${remote}`, [...visits(kind, remote), visited]);
        }
      for (const browser of browsers) await browser.close();
      const last = (kind: Kind, remote: string) => visits(kind, remote).at(-1)?.ms ?? Number.NaN;
      return Object.fromEntries(
        remotes.map((remote) => [remote, { value: last('composed', remote), beside: last('monolith', remote) }]),
      );
    };
    const figures = Object.fromEntries(remotes.map((remote) => [remote, timeOf(remote)]));
    const times = await measureRounds({ figures, rounds: [8, 24], seconds: 720 }, round);
    const bytes = (kind: Kind, remote: string) => median(visits(kind, remote).map((one) => one.bytes)) / 1000;
    return [
      ...remotes.map((remote) => {
        const ratio = bytes('composed', remote) / bytes('monolith', remote);
        return figure(`${remote} released: bytes over the monolith`, ratio, '', limits.bytes);
      }),
      ...Object.values(times),
      ...kinds.flatMap((kind) =>
        remotes.map((remote) => figure(`${kind}, ${remote} released: bytes`, bytes(kind, remote), 'kB')),
      ),
    ];
  } finally {
    edges.end();
    await product.end();
  }
};
