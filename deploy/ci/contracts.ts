import { sentenceOf } from '../local/problem.ts';
import { runContractSuites } from './contract-suites.ts';
import { packageFolders } from '../build/packages.ts';
import { endCommands } from './run-command.ts';

/** `pnpm contracts [remote ...] [--json]` */
const given = process.argv.slice(2);
const remotes = given.filter((one) => one !== '--json');
const end = async () => {
  await endCommands();
  process.exit(130);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());

const unknown = remotes.filter((name) => !name.startsWith('mf-') || !packageFolders().includes(name));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')} is not a remote.\nUsage: pnpm contracts [remote ...] [--json]`);
  process.exitCode = 2;
} else
  try {
    // In JSON mode, only the matrix may be written to stdout.
    const { code } = await runContractSuites({
      remotes,
      json: given.includes('--json'),
      log: (line) => console.error(line),
    });
    process.exitCode = code;
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = 1;
  }
