import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../release/store.ts';
import { followReadme, makeRepository, packPackages } from '../testing/own-repository.ts';
import { startOwnProduct } from '../testing/own-product.ts';
import { type Figure, figure } from './figure.ts';
import { visitPage, remote, type Seen } from './own-canary-visit.ts';
import { others } from './own-canary-others.ts';
import { environment, given, good, lastChange, publish, signIn, type Scenario } from './own-canary-scenario.ts';
import { type Failure, failures } from './own-canary-failures.ts';
import { openBrowser } from './page-load.ts';

/** Browsers that run at once; fewer for a failure that hangs a processor. */
const atOnce = { usual: 4, hanging: 2 };
/** Visits from one network above this number are not counted, and all of these are from one. */
const mostVisits = 12;
/** Milliseconds in which the watch has to decide once all visitors have come. */
const judging = 20_000;
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

interface Ended {
  /** Seconds from the command that starts the canary until it ends on its own. */
  readonly seconds: number;
  readonly why: string;
  readonly seen: readonly Seen[];
}

/**
 * Starts a canary of a version for the team, and sends visitors until it has ended. `before` is the version that others
 * have, if any.
 */
const untilEnded = async (scenario: Scenario, failure: Failure, version: string, before?: string): Promise<Ended> => {
  const { product, repository, browser, members, team } = scenario;
  const store = openStore(join(product.data, 'store'));
  const canary = publish(scenario, version, failure.edits);
  const of = {
    version,
    files: store.files(remote, version),
    ...(before ? { before: store.files(remote, before) } : {}),
  };
  if (failure.inStore) {
    const { release } = store.read(remote, version);
    for (const form of ['', '.br', '.gz']) {
      const file = join(of.files, `${release?.entry.file}${form}`);
      if (existsSync(file)) writeFileSync(file, `${readFileSync(file, 'latin1').slice(0, -1)} `, 'latin1');
    }
  }
  const since = performance.now();
  repository.run('remote-kit', 'canary', environment, canary, '--team', team);
  const isServed = async () => (await given(product, members[0])) === version;
  while (!(await isServed())) await wait(200);
  const seen: Seen[] = [];
  const each = failure.hangs ? atOnce.hanging : atOnce.usual;
  while (seen.length < mostVisits && (await isServed())) {
    const visits = Array.from({ length: each }, (_, at) =>
      visitPage({ browser, url: product.url, session: members[at % members.length] ?? '', failure, of }),
    );
    // Visitors who came just as the canary ended got another version.
    const all = await Promise.all(visits);
    seen.push(...all.filter(({ given: had }) => had === version));
  }
  const until = performance.now() + judging;
  while (performance.now() < until && (await isServed())) await wait(500);
  const seconds = (performance.now() - since) / 1000;
  if (await isServed()) {
    repository.run('remote-kit', 'rollback', environment, remote);
    return { seconds: Infinity, why: 'It went on.', seen };
  }
  const { how, why = '' } = lastChange(scenario);
  if (how !== 'rollback by itself') throw new Error(`The canary in which ${failure.name} ended by ${how}: ${why}`);
  return { seconds, why, seen };
};

/** Logs one line about the result of a failure, and gives its figure. */
const judged = (
  failure: Failure,
  expected: string,
  { seconds, why, seen }: Ended,
  log: (text: string) => void,
): Figure[] => {
  const unexpected = [...new Set(seen.map(({ what }) => what))].filter((what) => what !== expected);
  const slowest = Math.max(...seen.map((one) => one.seconds));
  const verdict = seconds === Infinity ? 'GOES ON' : `ended by itself after ${seconds.toFixed(0)} s`;
  const what = expected === 'panel' ? 'the panel' : 'the version before';
  const saw = failure.stays ? 'what was shown stayed' : `${what}, within ${slowest.toFixed(1)} s`;
  log(
    `${failure.name}: ${verdict}; people saw ${unexpected.length > 0 ? `OTHERWISE ${unexpected.join(', ')}` : saw}. ${why}`,
  );
  return [
    figure(`${failure.name}: until it ended automatically`, seconds, 's', 180),
    figure(
      `${failure.name}: users with a different result`,
      seen.filter(({ what }) => what !== expected).length,
      '',
      0,
    ),
  ];
};

/**
 * A team with its own repository follows the README of the kit, and ships a page, a composer action, a settings tab and
 * an event. Then, for one team of users, it starts a canary for each way to break the remote, and each has to end on
 * its own. Finally it takes the remote out and brings it back. `--only <pattern>` selects failures by name.
 */
export const ownCanary = async (log: (text: string) => void): Promise<Figure[]> => {
  const { values } = parseArgs({ strict: false, options: { only: { type: 'string' } } });
  const isChosen = (name: string) => new RegExp(String(values['only'] ?? '')).test(name);
  const chosen = failures.filter(({ name }) => isChosen(name));
  const root = mkdtempSync(join(tmpdir(), 'atrium-own-canary-'));
  const [product, browser] = [await startOwnProduct(join(root, 'product'), environment), await openBrowser(log)];
  try {
    packPackages(join(root, 'packed'));
    const repository = makeRepository(remote, {
      folder: join(root, remote),
      packages: join(root, 'packed'),
      ...product,
    });
    followReadme(repository);
    const members = await Promise.all(
      ['teamadmin', 'member'].map((name) => signIn(product.url, `${name}@atrium.test`)),
    );
    const answer = await fetch(`${product.url}/api/teams`, { headers: { cookie: members[0] ?? '' } });
    const { teams } = (await answer.json()) as { teams: { _id: string }[] };
    const scenario: Scenario = { product, browser, repository, members, team: teams[0]?._id ?? '' };
    const figures: Figure[] = [];
    const first = failures.find(({ name }) => name === 'throws in render');
    if (!first) throw new Error('No way throws in render.');
    const name = 'the first version of all throws in render';
    figures.push(...judged({ ...first, name }, 'panel', await untilEnded(scenario, first, '0.1.0'), log));
    if (await given(product, members[0])) throw new Error('Of a first version that ended something is left.');
    repository.run('remote-kit', 'pin', environment, publish(scenario, good));
    for (const [index, failure] of chosen.entries()) {
      const version = `1.${index + 1}.0`;
      const expected = `${remote}@${failure.stays ? version : good}`;
      figures.push(...judged(failure, expected, await untilEnded(scenario, failure, version, good), log));
    }
    for (const [title, other] of Object.entries(others).filter(([title]) => isChosen(title)))
      log(`${title}: ${await other(scenario)}`);
    repository.run('remote-kit', 'disable', environment, remote);
    if (await given(product)) throw new Error('What is disabled is still served.');
    repository.run('remote-kit', 'enable', environment, remote);
    if ((await given(product)) !== good) throw new Error('What is enabled is not served.');
    return figures;
  } finally {
    await browser.close();
    await product.stop();
    rmSync(root, { recursive: true, force: true });
  }
};
