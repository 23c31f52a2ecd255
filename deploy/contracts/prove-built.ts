import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Release, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { ContractSuite } from '@atrium/shared-kernel/testing/contract-suite';
import { type Browser, chromium } from 'playwright';
import type { Page } from 'playwright/test';
import { packageIn } from '../build/packages.ts';
import { portOf } from '../edge/port.ts';
import { refuseProduction } from '../local/override/override-page.ts';
import { setAt } from '../local/override/set-at.ts';
import { Problem } from '../local/problem.ts';
import { publish } from '../release/publish.ts';
import { emptyContract, type ReleaseRecord } from '../release/record.ts';
import { openStore, type Store } from '../release/store.ts';
import { type Added, createPassingServer } from './passed-on.ts';
import { probeIn, publishProbe } from './probe.ts';
import { createProof } from './proof.ts';
import { type Composed, proveRemote } from './remote-suite.ts';
import { openStage } from './stage.ts';
import { watchPage } from './watched-page.ts';

/** Opens the Chromium that ATRIUM_CHROMIUM names, otherwise Playwright's own or the system's. */
const openBrowser = async (): Promise<Browser> => {
  const named = process.env['ATRIUM_CHROMIUM'];
  const programs = named
    ? [{ executablePath: named }]
    : [{}, { channel: 'chrome' }, { executablePath: '/usr/bin/chromium' }];
  for (const program of programs) {
    const browser = await chromium.launch(program).catch(() => undefined);
    if (browser) return browser;
  }
  throw new Problem(
    named
      ? `ATRIUM_CHROMIUM points to ${named}, which does not start.`
      : 'No Chromium was found: run `npx playwright install chromium`, or set ATRIUM_CHROMIUM to one.',
  );
};

interface Options {
  /** Folder of the remote. */
  readonly root: string;
  /** URL of an edge, whose shell and other remotes the suite uses. */
  readonly against: string;
  /** Records of releases, as far as they are available. Events that others emit or handle are taken from them. */
  readonly releases?: Pick<Store, 'has' | 'read'> | undefined;
  readonly log: (line: string) => void;
}

const suiteIn = async (root: string): Promise<ContractSuite> => {
  const file = join(root, 'contract.suite.ts');
  if (!existsSync(file)) throw new Problem(`${root} has no contract.suite.ts.`);
  return ((await import(pathToFileURL(file).href)) as { default: ContractSuite }).default;
};

/** Signs the browser of a page in to an account of the environment. */
const signIn = async (page: Page, origin: string, email: string): Promise<void> => {
  // The default is the password of the accounts of a local start.
  const password = process.env['ATRIUM_SUITE_PASSWORD'] ?? 'Atrium1!';
  const answer = await page.request.post(`${origin}/api/auth/login`, {
    data: { email, password },
    headers: { origin },
  });
  if (answer.status() === 200) return;
  throw new Problem(
    `${email} cannot log in there (${answer.status()}): set ATRIUM_SUITE_PASSWORD to its password, or name another account in contract.suite.ts.`,
  );
};

/**
 * What is composed there, according to the available records. A release without a record neither emits nor handles
 * events.
 */
const composed = (
  { shell, remotes, owners = {} }: ReleaseSet,
  own: ReleaseRecord,
  { releases, log }: Options,
): Composed => {
  const recordOf = ({ name, version, kernel }: Pick<Release, 'name' | 'version' | 'kernel'>): ReleaseRecord => {
    if (releases?.has(name, version)) return releases.read(name, version);
    log(`There is no record of ${name}@${version} here: its events are not checked.`);
    return { ...own, name, version, kernel, contract: emptyContract, files: [], release: undefined };
  };
  const others = remotes.filter(({ name }) => name !== own.name).map(recordOf);
  // A slot that several remotes may fill lists who fills it now, not who may.
  const recorded = Object.fromEntries(
    Object.entries(owners).flatMap(([claim, [owner = '']]) =>
      /^slot (?!shell\.)/.test(claim) ? [] : [[claim, owner]],
    ),
  );
  return { shell: recordOf(shell), remotes: [...others, own], owners: recorded };
};

const proveIn = async (page: Page, origin: string, record: ReleaseRecord, set: Composed, options: Options) => {
  const suite = await suiteIn(options.root);
  const watched = watchPage(page, record.name);
  if (suite.as) await signIn(page, origin, suite.as);
  const emits = record.contract.emits.map(({ name }) => name);
  const stage = await openStage(page, { remote: record.name, as: suite.as, emits, origin });
  const title = `${record.name}@${record.version} with shell@${set.shell.version}`;
  const failed: string[] = [];
  const step = async (sentence: string, run: () => Promise<void>) => {
    try {
      await run();
      options.log(`ok     ${sentence}`);
    } catch (error) {
      options.log(`FAILED ${error instanceof Error ? error.message : String(error)}`);
      failed.push(sentence);
    }
  };
  options.log(title);
  const proof = createProof({ title, stage, seen: watched.problems, step });
  for (const [sentence, run] of Object.entries(suite.steps)) await proof.check(sentence, () => run(stage));
  await proveRemote(proof, record, set, suite);
  await proof.check('runs in the version that was built', async () => {
    stage.expect(watched.versions()).toEqual([record.version]);
  });
  return failed;
};

/**
 * Builds a remote and runs its contract suite in a browser, in the shell and with the remotes of an environment. Gives
 * the sentences that failed. Nothing is published, and no other browser gets the build. Refuses production.
 */
export const proveBuilt = async (options: Options): Promise<readonly string[]> => {
  const { root, against, log } = options;
  refuseProduction(against);
  if (!/^https?:\/\//.test(against)) throw new Problem(`${against} is not an address that starts with http.`);
  const set = await setAt(new URL(against));
  refuseProduction(set.environment);
  const browser = await openBrowser();
  const side = mkdtempSync(join(tmpdir(), 'atrium-suite-'));
  const undo: (() => unknown)[] = [() => rmSync(side, { recursive: true, force: true }), () => browser.close()];
  try {
    const store = openStore(join(side, 'store'));
    const record = await publish(store, packageIn(root).name, { root });
    publishProbe(store, record.kernel);
    const added = [record.release, probeIn(store)].flatMap((release): Added[] =>
      release ? [{ release, files: store.files(release.name, release.version) }] : [],
    );
    const server = createPassingServer(new URL(against), added);
    undo.push(() => {
      server.close();
      server.closeAllConnections();
    });
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done);
    });
    const page = await browser.newPage();
    return await proveIn(page, `http://localhost:${portOf(server)}`, record, composed(set, record, options), {
      ...options,
      log,
    });
  } finally {
    for (const step of undo.toReversed()) await step();
  }
};
