import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { Browser } from 'playwright';
import { openStore } from '../release/store.ts';
import { followReadme, makeRepository, type OwnRepository, packPackages } from '../testing/own-repository.ts';
import { type OwnProduct, startOwnProduct } from '../testing/own-product.ts';
import { type Figure, figure } from './figure.ts';
import { come, remote, type Seen } from './own-canary-visit.ts';
import { files, type Way, ways } from './own-canary-ways.ts';
import { openBrowser } from './page-load.ts';

const environment = 'local';
const good = '1.0.0';
/** Browsers that come at a time; fewer where each hangs a processor. */
const atOnce = { usual: 4, hanging: 2 };
/** Of one network, which all of these are, more do not count. */
const mostVisits = 12;
/** Milliseconds that the watch may take once all have come. */
const judging = 20_000;
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

interface Walk {
  readonly product: OwnProduct;
  readonly repository: OwnRepository;
  readonly browser: Browser;
  /** Sessions of the two members of the team that gets canaries. */
  readonly members: readonly string[];
  readonly team: string;
}

const signIn = async (url: string, email: string): Promise<string> => {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: 'Atrium1!' }),
  });
  const [cookie = ''] = answer.headers.getSetCookie();
  if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.status}`);
  return cookie.split(';')[0] ?? '';
};

/** The version of the remote that somebody with this session gets. */
const given = async ({ url }: OwnProduct, session = ''): Promise<string | undefined> => {
  const ask = () => fetch(`${url}/release-set.json`, { headers: { cookie: session } });
  // A connection that was kept may end just as it is used again.
  const set = (await (await ask().catch(ask)).json()) as ReleaseSet;
  return set.remotes.find(({ name }) => name === remote)?.version;
};

/** Publishes the sources as this version, changed as the way has it; they stay as they were. */
const publish = ({ repository }: Walk, version: string, edits: Way['edits'] = {}): string => {
  const before = Object.entries(edits).map(([name, edit]) => {
    const file = join(repository.folder, files[name as keyof typeof files]);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    const changed = edit(text ?? '');
    if (changed === text) throw new Error(`${file} has nothing that could be broken like that.`);
    writeFileSync(file, changed);
    return { file, text };
  });
  const file = join(repository.folder, 'package.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": "[^"]*"/, `"version": "${version}"`));
  try {
    repository.run('remote-kit', 'publish');
  } finally {
    for (const { file: one, text } of before)
      if (text === undefined) rmSync(one);
      else writeFileSync(one, text);
  }
  return `${remote}@${version}`;
};

const lastChange = ({ repository }: Walk): { readonly why?: string; readonly how?: string } => {
  const { entries } = JSON.parse(repository.run('remote-kit', 'history', environment, '--json')) as {
    entries: { why?: string; changes: { how?: string }[] }[];
  };
  return { ...entries[0], ...entries[0]?.changes[0] };
};

interface Ended {
  /** Seconds from the canary's command to its end by itself. */
  readonly seconds: number;
  readonly why: string;
  readonly seen: readonly Seen[];
}

/** Gives a version to the team, whose people come until it has ended. */
const untilEnded = async (walk: Walk, way: Way, version: string): Promise<Ended> => {
  const { product, repository, browser, members, team } = walk;
  const store = openStore(join(product.data, 'store'));
  const canary = publish(walk, version, way.edits);
  const of = { version, files: store.files(remote, version), before: store.files(remote, good) };
  if (way.inStore) {
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
  const each = way.hangs ? atOnce.hanging : atOnce.usual;
  while (seen.length < mostVisits && (await isServed())) {
    const visits = Array.from({ length: each }, (_, at) =>
      come({ browser, url: product.url, session: members[at % members.length] ?? '', way, of }),
    );
    seen.push(...(await Promise.all(visits)));
  }
  const until = performance.now() + judging;
  while (performance.now() < until && (await isServed())) await wait(500);
  const seconds = (performance.now() - since) / 1000;
  if (await isServed()) {
    repository.run('remote-kit', 'rollback', environment, remote);
    return { seconds: Infinity, why: 'It went on.', seen };
  }
  const { how, why = '' } = lastChange(walk);
  if (how !== 'rollback by itself') throw new Error(`The canary in which ${way.name} ended by ${how}: ${why}`);
  return { seconds, why, seen };
};

/** One line of what became of a way, and its figure. */
const judged = (way: Way, version: string, { seconds, why, seen }: Ended, say: (text: string) => void): Figure[] => {
  const expected = `${remote}@${way.stays ? version : good}`;
  const others = [...new Set(seen.map(({ what }) => what))].filter((what) => what !== expected);
  const slowest = Math.max(...seen.map((one) => one.seconds));
  const verdict = seconds === Infinity ? 'GOES ON' : `ended by itself after ${seconds.toFixed(0)} s`;
  const saw = way.stays ? 'what was shown stayed' : `the version before, within ${slowest.toFixed(1)} s`;
  say(`${way.name}: ${verdict}; people saw ${others.length > 0 ? `OTHERWISE ${others.join(', ')}` : saw}. ${why}`);
  return [
    figure(`${way.name}: to its end by itself`, seconds, 's', 180),
    figure(`${way.name}: people who saw otherwise`, seen.filter(({ what }) => what !== expected).length, '', 0),
  ];
};

/**
 * A team with its own repository follows the README of the kit, and ships a page, a composer action, a settings tab and an
 * event; then, to one team of people, a canary for each way to break it, which ends by itself; then it takes the remote out
 * and brings it back. `--only <text>`: ways whose name has the text.
 */
export const ownCanary = async (say: (text: string) => void): Promise<Figure[]> => {
  const { values } = parseArgs({ strict: false, options: { only: { type: 'string' } } });
  const chosen = ways.filter(({ name }) => new RegExp(String(values['only'] ?? '')).test(name));
  const root = mkdtempSync(join(tmpdir(), 'atrium-own-canary-'));
  const [product, browser] = [await startOwnProduct(join(root, 'product'), environment), await openBrowser(say)];
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
    const walk: Walk = { product, browser, repository, members, team: teams[0]?._id ?? '' };
    repository.run('remote-kit', 'pin', environment, publish(walk, good));
    const figures: Figure[] = [];
    for (const [index, way] of chosen.entries()) {
      const version = `1.${index + 1}.0`;
      figures.push(...judged(way, version, await untilEnded(walk, way, version), say));
    }
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
