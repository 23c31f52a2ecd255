import { spawnSync } from 'node:child_process';
import { workspace } from '../release/data-folder.ts';
import { createRemote } from './create-remote.ts';
import { createRepository } from './create-repository.ts';
import { repositoryAsked } from './repository-asked.ts';

/** `pnpm create-remote mf-x [--repository <folder> [--packages <folder>]]` */
const say = (line: string) => console.log(line);
const install = (folder: string) => {
  const installed = spawnSync('npx', ['-y', 'pnpm@12.21.0', 'install'], { cwd: folder, stdio: 'inherit' });
  if (installed.status !== 0) throw new Error('Its packages could not be installed: run `pnpm install`.');
};
const [remote = '', ...options] = process.argv.slice(2);
try {
  const asked = repositoryAsked(options);
  const files = asked ? createRepository(remote, asked.folder, asked.packages) : createRemote(workspace, remote);
  for (const file of files) say(`  ${file}`);
  install(asked?.folder ?? workspace);
  say(
    asked
      ? `${remote} is there, in a repository of its own: ${asked.folder}. Its README says how it is tested and released.`
      : `${remote} is there. \`pnpm dev ${remote}\` shows it at /${remote.slice(3)}; ${remote}/README.md says how it is released.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
