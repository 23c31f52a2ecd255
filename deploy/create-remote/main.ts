import { spawnSync } from 'node:child_process';
import { workspace } from '../release/data-folder.ts';
import { createRemote } from './create-remote.ts';
import { createRepository } from './create-repository.ts';
import { repositoryOptions } from './repository-options.ts';

/** `pnpm create-remote mf-x [--repository <folder> [--packages <folder>]]` */
const log = (line: string) => console.log(line);
const install = (folder: string) => {
  const installed = spawnSync('npx', ['-y', 'pnpm@12.21.0', 'install'], { cwd: folder, stdio: 'inherit' });
  if (installed.status !== 0) throw new Error('Its dependencies could not be installed: run `pnpm install`.');
};
const [remote = '', ...options] = process.argv.slice(2);
try {
  const repository = repositoryOptions(options);
  const files = repository
    ? createRepository(remote, repository.folder, repository.packages)
    : createRemote(workspace, remote);
  for (const file of files) log(`  ${file}`);
  install(repository?.folder ?? workspace);
  log(
    repository
      ? `${remote} was created in a repository of its own: ${repository.folder}. Its README explains how to test and release it.`
      : `${remote} was created. \`pnpm dev ${remote}\` shows it at /${remote.slice(3)}; ${remote}/README.md explains how to release it.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
