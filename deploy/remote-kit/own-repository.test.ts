import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workspace } from '../release/data-folder.ts';
import { contractFile, isShell, recordRemote } from '../release/contract-record.ts';
import { openStore } from '../release/store.ts';
import { headlessPath } from '../ci/browser.ts';
import { startOwnProduct } from '../testing/own-product.ts';
import { followReadme, makeRepository, type OwnRepository, packPackages } from '../testing/own-repository.ts';

/** Milliseconds that packing, installing and compiling may take on a busy machine. */
const tools = 600_000;
const name = 'mf-news';
let root = '';
let repository: OwnRepository;
const at = (...path: string[]) => join(root, ...path);
const inRepository = (...path: string[]) => at(name, ...path);

/** The slots of a remote, as its next release will record them. */
const slotsOf = async (remote: string) => {
  const contract = await contractFile(join(workspace, remote));
  return contract && !isShell(contract) ? recordRemote(contract).slots : [];
};

/**
 * A separate environment with the releases that staging pins, whose early versions had no slots, plus the current ones.
 * The records contain everything that is needed of a release here.
 */
const makeEnvironment = async () => {
  const environments = join(workspace, 'deploy/environments');
  const releases = openStore(join(environments, 'releases'));
  mkdirSync(at('environments'));
  cpSync(join(environments, 'staging.json'), at('environments/staging.json'));
  cpSync(join(environments, 'releases'), at('environments/releases'), { recursive: true });
  for (const part of releases.names())
    for (const version of releases.versions(part)) {
      const record = releases.read(part, version);
      const contract = part.startsWith('mf-') ? { ...record.contract, slots: await slotsOf(part) } : record.contract;
      mkdirSync(at('data/store', part, version), { recursive: true });
      writeFileSync(at('data/store', part, version, 'release.json'), JSON.stringify({ ...record, contract }));
    }
};

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'atrium-own-repository-'));
  packPackages(at('packed'));
  repository = makeRepository(name, {
    folder: at(name),
    packages: at('packed'),
    data: at('data'),
    environments: at('environments'),
  });
  followReadme(repository);
  await makeEnvironment();
}, tools);
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a remote in another folder, with its own lockfile and no workspace, is installed from the packages', () => {
  const lockfile = readFileSync(inRepository('pnpm-lock.yaml'), 'utf8');
  expect(lockfile).toContain('file:packages/atrium-kernel-');
  expect(lockfile).not.toContain('workspace:');
  expect(existsSync(inRepository('node_modules/@atrium/kernel/contracts/define.d.ts'))).toBe(true);
  expect(existsSync(inRepository('node_modules/@atrium/shared-kernel'))).toBe(false);
});

test(
  'its tests pass with the test kit, and its contract test finds the event that its screen emits',
  () => {
    expect(repository.run('vitest', 'run')).toMatch(/Test Files .*4 passed/);
  },
  tools,
);

test(
  'it is built, published, checked, and the canary of an environment, with its own event on record',
  () => {
    const old = inRepository('src/old.ts');
    writeFileSync(old, "import { isCallError } from '@atrium/kernel/client';\n\nexport const isOld = isCallError;\n");
    const published = repository.run('remote-kit', 'publish');
    rmSync(old);
    expect(published).toContain(`${name}@0.1.0 is published`);
    expect(published).toMatch(
      /deprecated: isCallError of @atrium\/kernel\/client will be removed after \S+: use isCallFailure/,
    );
    const record = openStore(at('data/store')).read(name, '0.1.0');
    expect(record.contract.emits).toEqual([
      { name: 'news.greeted', version: 1, payload: expect.objectContaining({ required: ['firstName'] }) },
    ]);
    expect(record.contract.takes).toMatchObject({ '@atrium/shared-kernel/ui/button': ['Button'] });
    // Nothing of the kernel that the shell shares is built in, and nothing contains the path of the build folder.
    const entry = readFileSync(
      join(openStore(at('data/store')).files(name, '0.1.0'), record.release!.entry.file),
      'utf8',
    );
    expect(entry).toContain('@atrium/shared-kernel/ui/button');
    expect(entry).not.toMatch(/@atrium\/kernel|atrium-own-repository/);
    expect(repository.run('remote-kit', 'check', 'staging', `${name}@0.1.0`)).toContain('can be deployed to staging');
    repository.run('remote-kit', 'canary', 'staging', `${name}@0.1.0`, '10');
    expect(JSON.parse(readFileSync(at('environments/staging.json'), 'utf8'))).toMatchObject({
      remotes: { [name]: { version: '0.1.0', share: 10 }, 'mf-chat': { version: '0.1.0' } },
      owners: { 'route /news': name, 'event news.greeted': name },
    });
  },
  tools,
);

test(
  'its contract suite runs in a browser: the built remote in the shell and beside the remotes that staging pins',
  async () => {
    const product = await startOwnProduct(at('product'), 'staging');
    const suite = inRepository('contract.suite.ts');
    const text = readFileSync(suite, 'utf8');
    const wrong = "async 'greets somebody else'({ page, expect }) { expect(await page.title()).toBe('Moon'); },";
    writeFileSync(suite, text.replace('steps: {', `$& ${wrong}`));
    let output = '';
    try {
      process.env['ATRIUM_CHROMIUM'] ??= await headlessPath();
      repository.run('remote-kit', 'contracts', '--against', product.url);
    } catch (error) {
      output = String(error);
    } finally {
      writeFileSync(suite, text);
      await product.stop();
    }
    expect(output).toContain(`${name}@0.1.0 with shell@0.1.0\n`);
    expect(output.match(/FAILED .*/g)).toEqual([expect.stringMatching(/greets somebody else: .*Moon/)]);
    for (const sentence of [
      'greets the person of the session',
      'draws /news',
      'leaves nothing of /news behind',
      'runs in the version that was built',
    ])
      expect(output).toContain(`ok     ${sentence}\n`);
    expect(existsSync(at('product/store', name))).toBe(false);
  },
  tools,
);

/** The sources of another remote, which uses the event as its owner published it. */
const consumer = `import type { Infer } from '@atrium/kernel/contracts/define';
import { greeted } from './contracts/mf-news.ts';

export const right: Infer<typeof greeted.payload> = { firstName: 'Ada' };
// @ts-expect-error -- a name is a text
export const wrong: Infer<typeof greeted.payload> = { firstName: 1 };
`;

test(
  'its sources, and consumers of its event from the published contract, are checked against the types of the packages',
  () => {
    expect(repository.run('remote-kit', 'types', `${name}@0.1.0`)).toContain(`contracts/${name}.ts`);
    writeFileSync(inRepository('consumer.ts'), consumer);
    expect(repository.run('tsc')).toBe('');
    const page = inRepository('src/news/news-page.tsx');
    const text = readFileSync(page, 'utf8');
    writeFileSync(
      page,
      text.replace('{ firstName })', '{ lastName: firstName })').replace('<Button ', '<Button size="xl" '),
    );
    expect(() => repository.run('tsc')).toThrow(/lastName[\s\S]*"xl"|"xl"[\s\S]*lastName/);
    writeFileSync(page, text);
  },
  tools,
);
