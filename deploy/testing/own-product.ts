import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { dataFolder, workspace } from '../release/data-folder.ts';
import { vendoredReleases } from '../release/vendored-releases.ts';
import { openStore } from '../release/store.ts';

export interface OwnProduct {
  readonly url: string;
  readonly data: string;
  /** Its pins, a copy of the workspace's. */
  readonly environments: string;
  stop(): Promise<void>;
}

/**
 * Starts the product as `npm start` does: `staging` with the releases that it pins and no builds, or `local` from the
 * sources, reusing builds in the store of an earlier step. `data` is a folder of its own.
 */
export const startOwnProduct = async (data: string, environment: 'staging' | 'local'): Promise<OwnProduct> => {
  const environments = join(data, 'pins');
  const store = openStore(join(data, 'store'));
  const built = join(dataFolder(), 'store');
  mkdirSync(store.root, { recursive: true });
  if (environment === 'local' && existsSync(built)) cpSync(built, store.root, { recursive: true });
  cpSync(join(workspace, 'deploy/environments'), environments, { recursive: true });
  const vendored = vendoredReleases(environments);
  for (const name of vendored.names())
    for (const version of vendored.versions(name)) store.importFrom(vendored, vendored.read(name, version));
  const env = {
    ...process.env,
    ATRIUM_DATA: data,
    ATRIUM_ENVIRONMENTS: environments,
    ATRIUM_ENVIRONMENT: environment,
    ATRIUM_STORE: '',
    DATABASE_URL: '',
    HOST: '',
    PORT: '0',
    NODE_ENV: '',
    VITEST: '',
  };
  const child = spawn(process.execPath, [join(workspace, 'deploy/local/start.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const output: string[] = [];
  child.stderr.on('data', (text: Buffer) => output.push(text.toString()));
  const url = await new Promise<string>((ready, fail) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line);
      const [, address] = /Ready:\s*(http\S+)/.exec(line) ?? [];
      if (address) ready(address);
    });
    void ended.then(() => fail(new Error(`The product ended.\n${output.join('\n')}`)));
  });
  return {
    url,
    data,
    environments,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
