import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packageIn } from '../build/packages.ts';
import { Problem, sentenceOf } from '../local/problem.ts';

type Run = (args: readonly string[], root: string) => Promise<number | void>;

const say = (line: string) => console.log(line);

/** The remote in a folder. Throws a sentence where there is none. */
const remoteIn = (root: string): { readonly name: string; readonly version: string } => {
  if (!existsSync(join(root, 'contract.ts')) || !existsSync(join(root, 'package.json')))
    throw new Problem(`${root} holds no remote: go to the folder with its contract.ts and package.json.`);
  return packageIn(root);
};

const create: Run = async ([name = '', folder = name, ...options]) => {
  const { createRepository } = await import('../create-remote/create-repository.ts');
  const { repositoryAsked } = await import('../create-remote/repository-asked.ts');
  const asked = repositoryAsked(['--repository', folder, ...options]);
  const files = createRepository(name, asked?.folder ?? resolve(folder), asked?.packages);
  for (const file of files) say(`  ${file}`);
  say(`${name} is there. Go to ${folder} and run \`npx pnpm@12.21.0 install\`. Its README says what is next.`);
};

const dev: Run = async (args, root) => {
  const { name } = remoteIn(root);
  const at = args.indexOf('--against');
  const against = args[at + 1];
  if (at === -1 || !against)
    throw new Problem('Say against what: remote-kit dev --against https://staging.example.com');
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
  const running = await startOverride({ remote: root, against, port, say, signal: early.signal });
  say(`Ready: ${running.url}\n${name} is built from its sources at each change; all else is that of ${against}.`);
  await ended;
  await running.stop();
};

const build: Run = async ([output = 'dist'], root) => {
  const { name, version } = remoteIn(root);
  const { build: buildPackage } = await import('../release/publish.ts');
  await buildPackage(root, resolve(root, output), version, 'production');
  say(`${name}@${version} is built in ${output}.`);
};

/** What a command means in the folder of a remote where it is not said: itself, and where others' contracts are. */
const unsaid = (command: string, args: readonly string[], own: string | undefined): string[] => {
  const [first, ...others] = args.filter((arg) => !arg.startsWith('--'));
  if (command === 'publish' && first === undefined && own) return [own];
  const [, owner] = /^(.+)@/.exec(first ?? '') ?? [];
  return command === 'types' && owner && others.length === 0 ? [`contracts/${owner}.ts`] : [];
};

/** The release command, for the remote in the folder. */
const release =
  (command: string): Run =>
  async (args, root) => {
    const own = existsSync(join(root, 'contract.ts')) ? remoteIn(root).name : undefined;
    if (!process.env['ATRIUM_STORE'] && !process.env['ATRIUM_ENVIRONMENTS'])
      throw new Problem(
        'Say where releases are: ATRIUM_STORE=s3://bucket/prefix, or ATRIUM_ENVIRONMENTS and ATRIUM_DATA as folders.',
      );
    const { runCommandLine } = await import('../release/command-line.ts');
    return runCommandLine([command, ...args, ...unsaid(command, args, own)], own ? { [own]: root } : undefined);
  };

const commands: Readonly<Record<string, Run>> = { create, dev, build };

const usage = `Usage: remote-kit <command>
  create mf-x [folder] [--packages <folder>]   make a remote in a repository of its own
  dev --against <address>                      run it from its sources within an environment
  build [folder]                               build it
  publish                                      build it and publish the version of its package.json
  types mf-x@<version>                         write what another remote declares to contracts/mf-x.ts
  check, pin, canary, promote, rollback, …     as the release command has them: remote-kit help`;

/** Runs one command of the kit in a remote's folder and answers its exit code. */
export const runKit = async ([command = '', ...args]: readonly string[], cwd: string): Promise<number> => {
  process.env['ATRIUM_DATA'] ??= join(cwd, '.atrium');
  try {
    if (command === '' || command === '--help') {
      say(usage);
      return command === '' ? 2 : 0;
    }
    return (await (commands[command] ?? release(command))(args, cwd)) ?? 0;
  } catch (error) {
    console.error(sentenceOf(error));
    return 1;
  }
};
