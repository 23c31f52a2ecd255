import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packageIn } from '../build/packages.ts';
import { Problem, sentenceOf } from '../local/problem.ts';

type Run = (args: readonly string[], root: string) => Promise<number | void>;

const log = (line: string) => console.log(line);

/** The remote in a folder. Throws a sentence if there is none. */
const remoteIn = (root: string): { readonly name: string; readonly version: string } => {
  if (!existsSync(join(root, 'contract.ts')) || !existsSync(join(root, 'package.json')))
    throw new Problem(`${root} is not a remote: run this in the folder with its contract.ts and package.json.`);
  return packageIn(root);
};

const create: Run = async ([name = '', folder = name, ...options]) => {
  const { createRepository } = await import('../create-remote/create-repository.ts');
  const { repositoryOptions } = await import('../create-remote/repository-options.ts');
  const repository = repositoryOptions(['--repository', folder, ...options]);
  const files = createRepository(name, repository?.folder ?? resolve(folder), repository?.packages);
  for (const file of files) log(`  ${file}`);
  log(`${name} was created. Go to ${folder} and run \`npx pnpm@12.21.0 install\`. Its README explains the next steps.`);
};

const dev: Run = async (args, root) => {
  const { name } = remoteIn(root);
  const at = args.indexOf('--against');
  const against = args[at + 1];
  if (at === -1 || !against)
    throw new Problem('Specify what to run against: remote-kit dev --against https://staging.example.com');
  const { startOverride } = await import('../local/override/start-override.ts');
  const early = new AbortController();
  const ended = new Promise<void>((end) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        early.abort();
        end();
      });
  });
  const port = Number(process.env['PORT'] || '8080');
  const running = await startOverride({ remote: root, against, port, log, signal: early.signal });
  log(
    `Ready: ${running.url}\n${name} is rebuilt from its sources on each change; everything else comes from ${against}.`,
  );
  await ended;
  await running.stop();
};

/** Like `publish` with all its checks, but only into this folder: a build that is too large fails. */
const build: Run = async ([output = 'dist'], root) => {
  const { name } = remoteIn(root);
  const { publish } = await import('../release/publish.ts');
  const { openStore } = await import('../release/store.ts');
  const { budgetIn, byteProblems, partsOf } = await import('../release/byte-budget.ts');
  const side = mkdtempSync(join(tmpdir(), 'remote-kit-'));
  try {
    const store = openStore(join(side, 'store'));
    const record = await publish(store, name, { root });
    rmSync(resolve(root, output), { recursive: true, force: true });
    cpSync(store.files(name, record.version), resolve(root, output), { recursive: true });
    for (const part of partsOf(record)) log(`  ${part.name.padEnd(30)} ${part.kB.toFixed(2)} kB`);
    const problems = byteProblems(record, budgetIn(root));
    if (problems.length > 0) throw new Problem(problems.join('\n'));
    log(`${name}@${record.version} is built in ${output}.`);
  } finally {
    rmSync(side, { recursive: true, force: true });
  }
};

/** Builds the remote and runs its contract suite in a browser, within a running environment. */
const contracts: Run = async (args, root) => {
  remoteIn(root);
  const at = args.indexOf('--against');
  const against = args[at + 1];
  if (at === -1 || !against)
    throw new Problem('Specify what to run against: remote-kit contracts --against https://staging.example.com');
  const { openContext } = await import('../release/open-context.ts');
  const { dataFolder } = await import('../release/data-folder.ts');
  const hasReleases = process.env['ATRIUM_STORE'] || process.env['ATRIUM_ENVIRONMENTS'];
  const releases = hasReleases ? (await openContext(dataFolder(), true)).store : undefined;
  const { proveBuilt } = await import('../contracts/prove-built.ts').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('playwright')
      ? new Problem('Contract suites run in a browser: install `playwright` first, as a development dependency.')
      : error;
  });
  const failed = await proveBuilt({ root, against, releases, log });
  return failed.length === 0 ? 0 : 1;
};

/** Copies declarations of the product's own remotes, as they were when this version was packed. */
const declarations: Run = async (_, root) => {
  remoteIn(root);
  const { writeCopies } = await import('../build/declarations.ts');
  const { workspace } = await import('../release/data-folder.ts');
  const files = writeCopies(root, workspace);
  for (const file of files) log(`  ${file}`);
  log(files.length === 0 ? 'All declarations match those of their owners.' : 'Written.');
};

/**
 * Default arguments of a release command in a remote's folder: the remote itself, and where the contracts of others
 * are.
 */
const defaultArgs = (command: string, args: readonly string[], own: string | undefined): string[] => {
  const [first, ...others] = args.filter((arg) => !arg.startsWith('--'));
  if (command === 'publish' && first === undefined && own) return [own];
  const [, owner] = /^(.+)@/.exec(first ?? '') ?? [];
  return command === 'types' && owner && others.length === 0 ? [`contracts/${owner}.ts`] : [];
};

/** The release command for the remote in the folder. */
const release =
  (command: string): Run =>
  async (args, root) => {
    const own = existsSync(join(root, 'contract.ts')) ? remoteIn(root).name : undefined;
    if (!process.env['ATRIUM_STORE'] && !process.env['ATRIUM_ENVIRONMENTS'])
      throw new Problem(
        'Specify where releases are: ATRIUM_STORE=s3://bucket/prefix, or ATRIUM_ENVIRONMENTS and ATRIUM_DATA as folders.',
      );
    const { runCommandLine } = await import('../release/command-line.ts');
    return runCommandLine([command, ...args, ...defaultArgs(command, args, own)], own ? { [own]: root } : undefined);
  };

const commands: Readonly<Record<string, Run>> = { create, dev, build, contracts, declarations };

const usage = `Usage: remote-kit <command>
  create mf-x [folder] [--packages <folder>]   make a remote in a repository of its own
  dev --against <address>                      run it from its sources within an environment
  build [folder]                               build it, and compare its sizes with the budget of package.json
  contracts --against <address>                build it, and run contract.suite.ts in a browser within an environment
  publish                                      build it and publish the version of its package.json
  declarations                                 write what contracts/*.ts names of the product's own remotes
  types mf-x@<version>                         write what another remote declares to contracts/mf-x.ts

The commands of releases, on ATRIUM_STORE, or on the folders ATRIUM_DATA and ATRIUM_ENVIRONMENTS:`;
const help = async () => {
  const { usage: ofReleases } = await import('../release/run-release.ts');
  log([usage, ...(await ofReleases('remote-kit')).split('\n').slice(1)].join('\n'));
};

/** Runs one command of the kit in a remote's folder. Gives its exit code. */
export const runKit = async ([command = '', ...args]: readonly string[], cwd: string): Promise<number> => {
  process.env['ATRIUM_DATA'] ??= join(cwd, '.atrium');
  try {
    if (command === '' || command === 'help' || command === '--help') {
      await help();
      return command === '' ? 2 : 0;
    }
    return (await (commands[command] ?? release(command))(args, cwd)) ?? 0;
  } catch (error) {
    console.error(sentenceOf(error));
    return 1;
  }
};
