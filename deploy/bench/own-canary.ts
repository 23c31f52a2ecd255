import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { Browser, Route } from 'playwright';
import { makeRepository, type OwnRepository, packPackages } from '../testing/own-repository.ts';
import { type OwnProduct, startStaging } from '../testing/own-product.ts';
import { type Figure, figure } from './figure.ts';
import { openBrowser } from './page-load.ts';

const remote = 'mf-late-news';
const path = '/late-news';
const heading = 'Late news';
const environment = 'staging';
const atOnce = 4;
/** Ten browsers are enough for the watch; some come while it looks. */
const mostVisits = 40;

/** A way in which a version is broken: in its page's source, or on the way of its files to the browser. */
interface Way {
  readonly name: string;
  readonly source?: (page: string) => string;
  readonly fault?: (route: Route) => Promise<void>;
}

const inComponent = (line: string) => (page: string) =>
  page.replace(/(export const \w+ = \(\) => \{\n)/, `$1  ${line}\n`);

/** Those of docs/failures.md that are a remote's own. */
const ways: readonly Way[] = [
  { name: 'throws as it is loaded', source: (page) => `${page}\nthrow new Error('broken as it is loaded');\n` },
  { name: 'throws in render', source: inComponent("throw new Error('broken in render');") },
  { name: 'never loads', source: (page) => `${page}\nawait new Promise(() => undefined);\n` },
  { name: 'answers 404', fault: (route) => route.fulfill({ status: 404 }) },
  { name: 'answers 500', fault: (route) => route.fulfill({ status: 500 }) },
  { name: 'is a page', fault: (route) => route.fulfill({ contentType: 'text/html', body: '<p>Welcome to our hotel' }) },
  { name: 'has another byte', fault: (route) => route.fulfill({ contentType: 'text/javascript', body: ';' }) },
  { name: 'cannot be reached', fault: (route) => route.abort() },
];

interface Walk {
  readonly product: OwnProduct;
  readonly repository: OwnRepository;
  readonly browser: Browser;
}

const served = async ({ product }: Walk): Promise<ReleaseSet['remotes'][number] | undefined> => {
  const ask = () => fetch(`${product.url}/release-set.json`);
  // A connection that was kept may end just as it is used again.
  const set = (await (await ask().catch(ask)).json()) as ReleaseSet;
  return set.remotes.find(({ name }) => name === remote);
};

/** Publishes a version of the page as it is now. */
const publish = ({ repository }: Walk, version: string): string => {
  const file = join(repository.folder, 'package.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": "[^"]*"/, `"version": "${version}"`));
  repository.run('remote-kit', 'publish');
  return `${remote}@${version}`;
};

/** Somebody opens the page, sees what works in it, tells how it went, and leaves. */
const visit = async ({ product, browser }: Walk, version?: string, fault?: Way['fault']) => {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    // Its entry has the version in its address; what versions have in common has not.
    const isOfIt = ({ pathname }: URL) =>
      pathname.startsWith(`/assets/${remote}/`) && pathname.includes(`/${version}/`);
    if (fault) await page.route(isOfIt, fault);
    const told = page.waitForResponse((one) => one.url().endsWith('/api/reportReleases'), { timeout: 90_000 });
    await page.goto(product.url + path);
    await page.getByRole('heading', { name: heading, exact: true }).waitFor({ timeout: 90_000 });
    await told;
  } finally {
    await context.close();
  }
};

const lastChange = ({ repository }: Walk): { readonly why?: string; readonly how?: string } => {
  const { entries } = JSON.parse(repository.run('remote-kit', 'history', environment, '--json')) as {
    entries: { why?: string; changes: { how?: string }[] }[];
  };
  return { ...entries[0], ...entries[0]?.changes[0] };
};

/** Seconds from the canary's command to its end by itself. */
const untilEnded = async (walk: Walk, way: Way, version: string): Promise<number> => {
  const page = join(walk.repository.folder, 'src/late-news/late-news-page.tsx');
  const good = readFileSync(page, 'utf8');
  if (way.source) writeFileSync(page, way.source(good));
  const canary = publish(walk, version);
  writeFileSync(page, good);
  const since = performance.now();
  walk.repository.run('remote-kit', 'canary', environment, canary, '99');
  const isServed = async () => (await served(walk))?.version === version;
  while (!(await isServed())) await new Promise((done) => setTimeout(done, 200));
  for (let visits = 0; await isServed(); visits += atOnce) {
    if (visits >= mostVisits) throw new Error(`The canary that ${way.name} goes on after ${visits} visits.`);
    await Promise.all(Array.from({ length: atOnce }, () => visit(walk, version, way.fault)));
  }
  const { how, why = '' } = lastChange(walk);
  if (how !== 'rollback by itself') throw new Error(`The canary that ${way.name} ended by ${how}: ${why}`);
  return (performance.now() - since) / 1000;
};

/**
 * A team with its own repository ships a page, then a canary for each way to break it, which ends by itself while people see
 * the version before; then it takes the remote out and brings it back.
 */
export const ownCanary = async (say: (text: string) => void): Promise<Figure[]> => {
  const root = mkdtempSync(join(tmpdir(), 'atrium-own-canary-'));
  const [product, browser] = [await startStaging(join(root, 'product')), await openBrowser(say)];
  try {
    packPackages(join(root, 'packed'));
    const at = { folder: join(root, remote), packages: join(root, 'packed'), ...product };
    const walk: Walk = { product, browser, repository: makeRepository(remote, at) };
    walk.repository.run('remote-kit', 'pin', environment, publish(walk, '1.0.0'));
    await visit(walk);
    const figures: Figure[] = [];
    for (const [index, way] of ways.entries()) {
      const seconds = await untilEnded(walk, way, `1.${index + 1}.0`);
      say(`The canary that ${way.name} ended by itself after ${seconds.toFixed(0)} s.`);
      figures.push(figure(`a canary that ${way.name}, from its command to its end by itself`, seconds, 's', 180));
    }
    walk.repository.run('remote-kit', 'disable', environment, remote);
    if (await served(walk)) throw new Error('What is disabled is still served.');
    walk.repository.run('remote-kit', 'enable', environment, remote);
    await visit(walk);
    return figures;
  } finally {
    await browser.close();
    await product.stop();
    rmSync(root, { recursive: true, force: true });
  }
};
