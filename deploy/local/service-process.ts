import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { workspace } from '../release/data-folder.ts';
import { Problem } from './problem.ts';

const serviceFacts = z.object({
  /** Name of the model in use. */
  model: z.string(),
  /** Path of its mailbox page; null if emails are really sent. */
  mailbox: z.nullable(z.string()),
});
/** What the service reports when it is up. */
export type ServiceFacts = z.infer<typeof serviceFacts>;

export interface ServiceProcess {
  /** The id of the running process, which changes with a restart. */
  readonly pid: () => number | undefined;
  /** Resolves when the service accepts connections; rejects with its last output if it ends before that. */
  ready(): Promise<ServiceFacts>;
  /** Restarts the process, because its sources have changed. */
  restart(): void;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}

const firstBackoff = 250;
const longestBackoff = 5_000;
const steady = 30_000;
const startBudget = 90_000;

/** Parses the line that the service prints when it accepts connections. */
const readyIn = (output: string): ServiceFacts | undefined => {
  const found = output.split('\n').find((line) => line.startsWith('{"ready":true'));
  return found ? serviceFacts.parse(JSON.parse(found)) : undefined;
};

const lastMessage = (text: string): string => {
  const lines = text.trim().split('\n').filter(Boolean);
  const plain = lines.filter((line) => !/^\s+at /.test(line) && !line.startsWith('Node.js v'));
  const lastLine = plain.at(-1) ?? 'It printed nothing.';
  try {
    const { msg }: { readonly msg?: unknown } = Object(JSON.parse(lastLine));
    return typeof msg === 'string' ? msg : lastLine;
  } catch {
    return lastLine;
  }
};

const failure = (why: string, output: string): Problem =>
  /No space left on device|ENOSPC|disk is full/i.test(output)
    ? new Problem('The disk is full: Atrium could not write its database. Free some space and start again.')
    : new Problem(`The service did not start (${why}): ${lastMessage(output)}`);

/** Halves the time that it takes to load the service. */
const quickly = pathToFileURL(join(workspace, 'service/src/db/resolve-drizzle.ts')).href;

const spawnService = (env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [`--import=${quickly}`, join(workspace, 'service/src/main.ts')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // In its own process group, so that Ctrl-C in the terminal does not reach it. The service has to end after the
    // edge, by a signal of its own.
    detached: true,
  });

/** Ends a process, by force if it takes too long. Resolves when it has ended. */
const endProcess = (one: ChildProcess | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (!one || one.exitCode !== null || one.signalCode !== null) {
      resolve();
      return;
    }
    const force = setTimeout(() => one.kill('SIGKILL'), 10_000);
    one.on('exit', () => {
      clearTimeout(force);
      resolve();
    });
    one.kill('SIGTERM');
  });

/** Reads what processes of the service print, until one reports that it is up. */
const createStartUp = () => {
  let output = '';
  let facts: ServiceFacts | undefined;
  const up = Promise.withResolvers<ServiceFacts>();
  return {
    read({ stdout, stderr }: ChildProcess) {
      for (const stream of [stdout, stderr])
        stream?.on('data', (data: Buffer) => {
          output = (output + data.toString()).slice(-8_000);
          facts ??= readyIn(output);
          if (facts) up.resolve(facts);
        });
    },
    isDone: () => facts !== undefined,
    fail: (why: string) => up.reject(failure(why, output)),
    facts: async (): Promise<ServiceFacts> => {
      const late = setTimeout(
        () => up.reject(new Problem(`The service did not start in time: ${lastMessage(output)}`)),
        startBudget,
      );
      try {
        return await up.promise;
      } finally {
        clearTimeout(late);
      }
    },
  };
};

/**
 * Runs the service as a child process, and restarts it with increasing pauses whenever it dies. The socket of a dead
 * service is removed by the new one once it holds the database, because only then it is certain that nobody uses it.
 */
export const superviseService = ({ env, log }: ServiceOptions): ServiceProcess => {
  let child: ChildProcess | undefined;
  let stopping = false;
  let backoff = firstBackoff;
  const startUp = createStartUp();
  let again: NodeJS.Timeout | undefined;

  const start = () => {
    const started = Date.now();
    const now = spawnService(env);
    child = now;
    startUp.read(now);
    now.on('exit', (code, signal) => {
      if (stopping || child !== now) return;
      child = undefined;
      const why = signal ?? `exit code ${code}`;
      if (!startUp.isDone()) {
        startUp.fail(why);
        return;
      }
      if (Date.now() - started > steady) backoff = firstBackoff;
      log(`The service exited (${why}) and is being restarted.`);
      again = setTimeout(start, backoff);
      backoff = Math.min(backoff * 2, longestBackoff);
    });
  };

  start();
  return {
    pid: () => child?.pid,
    ready: startUp.facts,
    restart() {
      const old = child;
      child = undefined;
      const renew = async () => {
        await endProcess(old);
        if (!stopping) start();
      };
      void renew();
    },
    async stop() {
      stopping = true;
      clearTimeout(again);
      await endProcess(child);
    },
  };
};
