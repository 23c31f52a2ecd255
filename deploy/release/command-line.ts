import { upstreamIn } from './upstream.ts';
import type { ReleaseContext } from './commands/command.ts';
import { dataFolder } from './data-folder.ts';
import { openContext } from './open-context.ts';
import { runRelease } from './run-release.ts';

const watchEveryMs = 5000;
/**
 * Loaded on demand, because only the watch calls the service, and Node's HTTP client takes a tenth of the time of other
 * commands.
 */
const loadHealth = () => import('./service-health.ts');
const health = async (minutes?: number) => (await loadHealth()).serviceHealth(upstreamIn(process.env), minutes);
const vitals = async (remote: string) => (await loadHealth()).remoteVitals(upstreamIn(process.env), remote);
const runsOn = ['watch', 'signer'];
const isAnswered = async (question: string) => {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // Ending the input or pressing Ctrl+C is not consent.
  const ended = new Promise<string>((resolve) => {
    lines.once('close', () => resolve(''));
  });
  try {
    return /^y(es)?$/i.test((await Promise.race([lines.question(`${question} [y/N] `), ended])).trim());
  } finally {
    lines.close();
  }
};
const log = (line: string) => console.log(line);
const endOf = (args: readonly string[]) =>
  new Promise<void>((resolve) => {
    if (args.some((one) => runsOn.includes(one)))
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });

/**
 * Runs the release command on the bucket that ATRIUM_STORE names, `s3://bucket/prefix`, otherwise on the data folder.
 * Gives its exit code. `roots` are folders of packages outside the workspace, by package name.
 */
export const runCommandLine = async (args: readonly string[], roots?: ReleaseContext['roots']): Promise<number> => {
  try {
    const given = await openContext(dataFolder());
    // Only a person at a terminal can answer a question.
    const confirm = process.stdin.isTTY && process.stdout.isTTY ? isAnswered : undefined;
    const watching = { health, vitals, log, everyMs: watchEveryMs, ended: endOf(args) };
    return await runRelease({ ...given, confirm, roots, watching }, args, log);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
};
