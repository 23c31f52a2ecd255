import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { dataFolder, workspace } from '../release/data-folder.ts';

export interface Outcome {
  readonly code: number;
  readonly output: string;
}

const running = new Set<ChildProcess>();

/** To the whole group: a runner's own children end with it. */
const signalGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
};

const grace = 15_000;

/** Ends every command that runs, with all it started; resolves when they are gone. */
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
          // Runners clean up for an interrupt, not for other signals.
          signalGroup(child, 'SIGINT');
        }),
    ),
  );
};

/**
 * Runs a command of the workspace (`node_modules/.bin` comes first) in a process group of its own and answers its exit
 * code and all it said. `live` passes its output on as it comes.
 */
export const runCommand = (
  command: string,
  args: readonly string[],
  { env = {}, live = false }: { env?: NodeJS.ProcessEnv; live?: boolean } = {},
): Promise<Outcome> =>
  new Promise((resolve) => {
    const path = [join(workspace, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
    const child = spawn(command, args, {
      cwd: workspace,
      // Each command starts many short processes, which import the same sources.
      env: { NODE_COMPILE_CACHE: join(dataFolder(), 'compile-cache'), ...process.env, ...env, PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child);
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
