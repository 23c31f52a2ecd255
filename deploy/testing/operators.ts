import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bucketContext } from '../release/bucket/context.ts';
import type { ReleaseContext } from '../release/commands/command.ts';
import { type Environment, writeEnvironment } from '../release/environment.ts';
import { trustedKeys } from '../release/keys.ts';
import { emptyContract } from '../release/record.ts';
import { runRelease } from '../release/run-release.ts';
import { readSignedSet, type SignedSet } from '../release/signed-set.ts';
import { openStore, type Store } from '../release/store.ts';
import { folderContext } from './folder-context.ts';
import { publishRemote, publishShell } from './release.ts';
import type { S3Server } from './s3.ts';

/** Operators of one installation, whose environment `live` pins `mf-a` and `mf-b` in version 1. */
export interface Operators {
  /** Where `publish` on this machine puts releases. */
  readonly store: Store;
  /** Runs a command, with parts of the context replaced by a test. Gives its exit code and output. */
  run(args: readonly string[], more?: Partial<ReleaseContext>): Promise<{ code: number; output: string[] }>;
  context(): Promise<ReleaseContext>;
  /** The signed set that edges read. */
  signed(): Promise<SignedSet>;
  pins(): Promise<Environment['remotes']>;
  addEnvironment(environment: Environment): void;
  end(): void;
}

const pin = { version: '1' };

/** With releases in a folder, or with `s3` in a bucket. */
export const openOperators = async (s3?: S3Server): Promise<Operators> => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-operators-'));
  const data = join(folder, 'data');
  const pins = join(folder, 'pins');
  const store = openStore(join(data, 'store'));
  const bucket = s3?.open(s3.newAddress());
  publishShell(store, '1');
  store.publish(undefined, () => ({ name: 'service', version: '1', kernel: '0.1.0', contract: emptyContract }));
  for (const name of ['mf-a', 'mf-b']) for (const version of ['1', '2', '3', '4']) publishRemote(store, name, version);
  writeEnvironment({ environment: 'live', shell: pin, service: pin, remotes: { 'mf-a': pin, 'mf-b': pin } }, pins);
  const served = async ({ served: read }: ReleaseContext) => (await read?.('live')) ?? '';
  const context = async () => (bucket ? bucketContext(bucket, data, pins) : folderContext(store, data, pins));
  const operators: Operators = {
    store,
    context,
    async run(args, more = {}) {
      const output: string[] = [];
      const code = await runRelease({ ...(await context()), ...more }, args, (line) => output.push(line));
      return { code, output };
    },
    signed: async () => readSignedSet(await served(await context()), trustedKeys(data)),
    pins: async () => (await (await context()).registry.read('live')).remotes,
    addEnvironment: (environment) => writeEnvironment(environment, pins),
    end: () => rmSync(folder, { recursive: true, force: true }),
  };
  if (bucket) await operators.run(['import', store.root]);
  return operators;
};
