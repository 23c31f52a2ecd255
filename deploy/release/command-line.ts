import { upstreamIn } from './upstream.ts';
import type { ReleaseContext } from './commands/command.ts';
import { dataFolder } from './data-folder.ts';
import { openContext } from './open-context.ts';
import { runRelease } from './run-release.ts';

const watchEveryMs = 5000;
/** Only the watch asks the service, and Node's client of HTTP is a tenth of what other commands take. */
const asked = () => import('./service-health.ts');
const health = async (minutes?: number) => (await asked()).serviceHealth(upstreamIn(process.env), minutes);
const vitals = async (remote: string) => (await asked()).remoteVitals(upstreamIn(process.env), remote);
const runsOn = ['watch', 'signer'];
const isAnswered = async (question: string) => {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // Who ends the input, or presses Ctrl+C, has not agreed.
  const ended = new Promise<string>((resolve) => {
    lines.once('close', () => resolve(''));
  });
  try {
    return /^y(es)?$/i.test((await Promise.race([lines.question(`${question} [y/N] `), ended])).trim());
  } finally {
    lines.close();
  }
};
const say = (line: string) => console.log(line);
const endOf = (args: readonly string[]) =>
  new Promise<void>((resolve) => {
    if (args.some((one) => runsOn.includes(one)))
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });

/**
 * Runs the release command: on the bucket that ATRIUM_STORE names, `s3://bucket/prefix`, else on the data folder. Answers
 * its exit code. `roots`: folders of packages that are not in the workspace, by their names.
 */
export const runCommandLine = async (args: readonly string[], roots?: ReleaseContext['roots']): Promise<number> => {
  try {
    const given = await openContext(dataFolder());
    // Only a person at a terminal can be asked.
    const confirm = process.stdin.isTTY && process.stdout.isTTY ? isAnswered : undefined;
    const watching = { health, vitals, say, everyMs: watchEveryMs, ended: endOf(args) };
    return await runRelease({ ...given, confirm, roots, watching }, args, say);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
};
