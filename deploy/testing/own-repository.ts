import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRepository } from '../create-remote/create-repository.ts';
import { workspace } from '../release/data-folder.ts';
import { follow, recipesIn } from './recipes.ts';

/** Runs a program to its end. Gives its output; if it fails, throws the output. */
const run = (folder: string, program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string => {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout + stderr;
};
/** By the pnpm that runs this process, if it is that version: npm needs a second of processor to start one. */
const version = '12.21.0';
const isRunning = process.env['npm_config_user_agent']?.startsWith(`pnpm/${version} `) === true;
const pnpm = (folder: string, ...args: string[]) =>
  isRunning ? run(folder, 'pnpm', args) : run(folder, 'npx', ['-y', `pnpm@${version}`, ...args]);

/** Packs the kernel and the kit into a folder, as for publication. */
export const packPackages = (folder: string): void => {
  for (const name of ['shared-kernel', 'deploy/remote-kit'])
    pnpm(join(workspace, name), 'pack', '--pack-destination', folder);
};

/** A remote in its own repository. */
export interface OwnRepository {
  readonly folder: string;
  /** Runs a program of its own packages, as its scripts do. Gives its output. */
  run(program: string, ...args: string[]): string;
}

/**
 * Creates a remote in a new folder and installs its packages, including the packed ones. `data` and `environments` are
 * the folders of the store and of the pins that its commands use.
 */
export const makeRepository = (
  remote: string,
  at: { readonly folder: string; readonly packages: string; readonly data: string; readonly environments: string },
): OwnRepository => {
  const { folder } = at;
  createRepository(remote, folder, at.packages);
  pnpm(folder, 'install', '--prefer-offline');
  const bin = join(folder, 'node_modules/.bin');
  const env = {
    PATH: `${bin}:${process.env['PATH']}`,
    ATRIUM_ENVIRONMENTS: at.environments,
    ATRIUM_DATA: at.data,
    ATRIUM_STORE: '',
    // Its programs must not inherit the mode of the test run that started them.
    NODE_ENV: '',
    VITEST: '',
  };
  return { folder, run: (program, ...args) => run(folder, join(bin, program), args, env) };
};

/** Follows all recipes of the kit's README in the repository of mf-news, which they are about. */
export const followReadme = (repository: OwnRepository): void => {
  const readme = readFileSync(join(workspace, 'deploy/remote-kit/README.md'), 'utf8');
  for (const step of [...recipesIn(readme).values()].flat())
    follow(repository.folder, step, (command) => {
      if (command !== 'pnpm declarations') throw new Error(`No recipe may say ${command}: nobody can follow it here.`);
      repository.run('remote-kit', 'declarations');
    });
};
