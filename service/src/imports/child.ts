import { existsSync, readFileSync } from 'node:fs';
import type { ImportTask } from './child-task.ts';
import { runTask } from './run-task.ts';

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Runs one import in a separate process, so that a harmful file cannot affect others. */
const work = (task: ImportTask): Promise<void> =>
  runTask(task, {
    onChanged: () => process.send?.({ changed: true }),
    onUnwritten: (error) => process.send?.({ unwritten: describe(error) }),
  });

const status = '/proc/self/status';

/** The peak memory of this process, in kilobytes. On Linux, `maxRSS` would start with that of the parent process. */
const peakMemory = (): number => {
  const [, most] = existsSync(status) ? (/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(status, 'utf8')) ?? []) : [];
  return most === undefined ? process.resourceUsage().maxRSS : Number(most);
};

process.once('disconnect', () => process.exit(0));
process.once('message', (task: ImportTask) => {
  const run = async () => {
    try {
      await work(task);
      process.send?.({ peak: peakMemory() }, undefined, undefined, () => process.exit(0));
    } catch (error) {
      process.send?.({ failure: describe(error) });
      process.exitCode = 1;
      setImmediate(() => process.disconnect?.());
    }
  };
  void run();
});
