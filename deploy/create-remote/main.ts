import { spawnSync } from 'node:child_process';
import { workspace } from '../release/data-folder.ts';
import { createRemote } from './create-remote.ts';

/** `pnpm create-remote mf-x` */
const say = (line: string) => console.log(line);
const [remote = ''] = process.argv.slice(2);
try {
  for (const file of createRemote(workspace, remote)) say(`  ${file}`);
  const installed = spawnSync('npx', ['-y', 'pnpm@12.21.0', 'install'], { cwd: workspace, stdio: 'inherit' });
  if (installed.status !== 0) throw new Error('Its packages could not be installed: run `pnpm install`.');
  say(
    `${remote} is there. \`pnpm dev ${remote}\` shows it at /${remote.slice(3)}; ${remote}/README.md says how it is released.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
