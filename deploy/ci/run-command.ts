import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { workspace } from '../release/data-folder.ts';

export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/**
 * Runs a command of the workspace (`node_modules/.bin` comes first) and answers its exit code and all it said. `live`
 * passes its output on as it comes.
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
      env: { ...process.env, ...env, PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const take = (data: Buffer) => {
      output += data.toString();
      if (live) process.stdout.write(data);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
