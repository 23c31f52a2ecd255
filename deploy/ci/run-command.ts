import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { dataFolder, workspace } from '../release/data-folder.ts';

export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** What makes commands shorter, unless the environment says otherwise. */
const shortening = () => ({
  // Each command starts many short processes that import the same sources.
  NODE_COMPILE_CACHE: join(dataFolder(), 'compile-cache'),
  // The compiler of types and the linter are programs in Go. Their memory may grow fivefold, not twofold, before Go
  // collects garbage.
  GOGC: '400',
});

const running = new Set<ChildProcess>();

/** Signals the whole process group, so that the runner's own children end with it. */
const signalGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
};

/** As of nice(1): a tenth of the share that other programs have where they compete for a processor. */
const background = '10';

/**
 * Linux may share processors between sessions first, and the command has a session of its own. Then only the priority of
 * the session counts against others.
 */
const lowerSession = ({ pid }: ChildProcess): void => {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, background);
  } catch {
    // No such groups here, or the command has ended.
  }
};

const grace = 15_000;

/** Ends all running commands and everything they started. Resolves when they are gone. */
export const endCommands = async (): Promise<void> => {
  await Promise.all(
    [...running].map(
      (child) =>
        new Promise<void>((resolve) => {
          const force = setTimeout(() => signalGroup(child, 'SIGKILL'), grace);
          child.once('close', () => {
            clearTimeout(force);
            resolve();
          });
          // Runners clean up on SIGINT, but not on other signals.
          signalGroup(child, 'SIGINT');
        }),
    ),
  );
};

/**
 * Runs a command of the workspace (`node_modules/.bin` comes first in the path) in a process group of its own. Gives
 * its exit code and all of its output. `live` also prints the output as it comes. `yields` lets all programs of usual
 * priority go first.
 */
export const runCommand = (
  command: string,
  args: readonly string[],
  { env = {}, live = false, yields = false }: { env?: NodeJS.ProcessEnv; live?: boolean; yields?: boolean } = {},
): Promise<Outcome> =>
  new Promise((resolve) => {
    const path = [join(workspace, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
    const [program, ...rest] = yields ? ['nice', '-n', background, command, ...args] : [command, ...args];
    const child = spawn(program, rest, {
      cwd: workspace,
      env: { ...shortening(), ...process.env, ...env, PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child);
    if (yields) lowerSession(child);
    let output = '';
    const collect = (data: Buffer) => {
      output += data.toString();
      if (live) process.stdout.write(data);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => {
      running.delete(child);
      resolve({ code: 1, output: error.message });
    });
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
