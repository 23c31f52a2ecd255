import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { upstreamIn } from './upstream.ts';
import { bucketContext } from './bucket/context.ts';
import { openBucket } from './bucket/s3.ts';
import type { ReleaseContext } from './commands/command.ts';
import { dataFolder } from './data-folder.ts';
import { folderServing, readBuilt } from './effective-set.ts';
import { environmentsFolder } from './environment.ts';
import { vendorReleases, vendoredReleases } from './vendored-releases.ts';
import { folderRegistry } from './registry.ts';
import { renewSet } from './renew-set.ts';
import { runRelease } from './run-release.ts';
import { serveSet } from './serve-set.ts';
import { remoteVitals, serviceHealth } from './service-health.ts';
import { openStore } from './store.ts';

const folderContext = (data: string): ReleaseContext => {
  const store = openStore(join(data, 'store'));
  const registry = folderRegistry(environmentsFolder, data);
  const built = (environment: string) => readBuilt(data, environment);
  const serving = folderServing(data, store, registry);
  const keep = async () => {
    const names = await registry.environments();
    return vendorReleases(environmentsFolder, await Promise.all(names.map((name) => registry.read(name))), store);
  };
  return {
    store,
    data,
    registry,
    built,
    async pinned({ environment }, counting) {
      await serveSet(serving, environment, counting);
      await keep();
    },
    renew: (environment, least) => renewSet(serving, environment, least),
    keep,
  };
};

const watchEveryMs = 5000;
const health = (minutes?: number) => serviceHealth(upstreamIn(process.env), minutes);
const vitals = (remote: string) => remoteVitals(upstreamIn(process.env), remote);
const isAnswered = async (question: string) => {
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
    if (args.includes('watch'))
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });

/**
 * Runs the release command: on the bucket that ATRIUM_STORE names, `s3://bucket/prefix`, else on the data folder. Answers
 * its exit code. `roots`: folders of packages that are not in the workspace, by their names.
 */
export const runCommandLine = async (args: readonly string[], roots?: ReleaseContext['roots']): Promise<number> => {
  const data = dataFolder();
  const address = process.env['ATRIUM_STORE'];
  try {
    const given = address ? await bucketContext(openBucket(address), data, environmentsFolder) : folderContext(data);
    // Only a person at a terminal can be asked.
    const confirm = process.stdin.isTTY && process.stdout.isTTY ? isAnswered : undefined;
    const watching = { health, vitals, say, everyMs: watchEveryMs, ended: endOf(args) };
    const context = { ...given, kept: vendoredReleases(environmentsFolder), confirm, roots, watching };
    return await runRelease(context, args, say);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
};
