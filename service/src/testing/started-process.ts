import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface StartedProcess {
  /** What it prints after `Listening: `. */
  readonly address: string;
  /** The next line that it prints, parsed as JSON. Lines that were printed earlier are buffered. */
  next(): Promise<unknown>;
  /** Ends it and returns the buffered lines. */
  rest(): Promise<unknown[]>;
  stop(): Promise<void>;
}

/** Starts a script of this folder in a separate process and waits until it listens. */
export const startProcess = async (script: string, args: readonly string[] = []): Promise<StartedProcess> => {
  const child = spawn(process.execPath, [`${import.meta.dirname}/${script}`, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const readers: ((line: string) => void)[] = [];
  const listening = Promise.withResolvers<string>();
  child.once('exit', () => listening.reject(new Error(`${script} ended before it listened.`)));
  createInterface(child.stdout).on('line', (line) => {
    const [, address] = /^Listening: (.*)$/.exec(line) ?? [];
    if (address !== undefined) return listening.resolve(address);
    const reader = readers.shift();
    if (reader) reader(line);
    else lines.push(line);
  });
  const closed = once(child, 'close');
  const address = await listening.promise;
  const stop = async () => {
    child.kill('SIGTERM');
    await closed;
  };
  return {
    address,
    next: async () =>
      JSON.parse(lines.shift() ?? (await new Promise<string>((resolve) => readers.push(resolve)))) as unknown,
    rest: async () => {
      await stop();
      return lines.map((line) => JSON.parse(line) as unknown);
    },
    stop,
  };
};
