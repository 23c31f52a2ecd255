import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataFolder, workspace } from '../../release/data-folder.ts';
import { environmentNames, environmentsFolder } from '../../release/environment.ts';
import { foreignClaims, surfaceClaims } from '../../release/ownership.ts';
import { openStore, type Store } from '../../release/store.ts';
import { Problem } from '../problem.ts';
import { buildSources } from './compiler.ts';
import { ownersWith, refuseProduction } from './override-page.ts';
import { createOverrideServer } from './override-server.ts';
import { paths } from './paths.ts';
import { setAt } from './set-at.ts';
import { portOf } from '../../edge/port.ts';
import { missingApi } from '../../release/deployable.ts';
import { usedKernelApi } from '../../release/kernel-api.ts';
import { vendoredRelease } from '../../release/vendored-releases.ts';

/**
 * The record of a published shell: from the store, otherwise from the folder of the pins; undefined if there is none.
 */
const recordOf = (store: Store, version: string, environments: string) => {
  try {
    return store.has('shell', version) ? store.read('shell', version) : vendoredRelease(environments, 'shell', version);
  } catch {
    return undefined;
  }
};

/**
 * What a remote's sources use and an older shell does not provide, a sentence each; empty if that shell is unknown.
 * `root` is the remote's folder, `environments` the folder of the pins.
 */
export const incompatibilities = (
  root: string,
  shell: string,
  store: Store,
  environments = environmentsFolder,
): string[] =>
  missingApi(usedKernelApi(root), recordOf(store, shell, environments)?.contract.gives).map(
    (missing) => `It ${missing} in version ${shell}: what needs it will fail.`,
  );

/** What `pnpm dev mf-x --against staging` requests. */
export interface OverrideRequest {
  /** Name of a remote of the workspace, or the path of its folder. */
  readonly remote: string;
  /** Name of an environment, or the URL of an edge that serves one. */
  readonly against: string;
}

export interface RunningOverride {
  /** URL that opens the product with the override. */
  readonly url: string;
  stop(): Promise<void>;
}

/** How the product is started that the remote runs in. */
interface Started {
  readonly port: 0;
  readonly data: string;
  readonly environment: string;
  readonly log: (line: string) => void;
  readonly signal?: AbortSignal;
}

interface StartOptions extends OverrideRequest {
  readonly port: number;
  readonly data?: string;
  readonly log: (line: string) => void;
  readonly signal?: AbortSignal;
  /** Starts the product as an environment has it. Without it, only a URL can be given. */
  readonly startProduct?: (options: Started) => Promise<RunningOverride>;
}

/** Parses the arguments of `pnpm dev`; undefined if they name no remote. Throws a sentence if they are wrong. */
export const parseOverride = (args: readonly string[]): OverrideRequest | undefined => {
  const at = args.indexOf('--against');
  const against = at === -1 ? 'local' : args[at + 1];
  const [remote, ...others] = args.filter((arg, index) => !arg.startsWith('--') && (at === -1 || index !== at + 1));
  if (remote === undefined && at === -1) return undefined;
  if (remote === undefined || others.length > 0 || !against)
    throw new Problem('Specify a remote and what to run it against: pnpm dev mf-chat --against staging');
  return { remote, against };
};

const folderOf = (remote: string): string => {
  const root = resolve(workspace, remote);
  if (!existsSync(join(root, 'contract.ts'))) throw new Problem(`There is no remote ${remote}.`);
  return root;
};

/**
 * Runs one remote from its sources within an environment: the one at the URL, or the named one, which is started here
 * with its own pins. Resolves when a browser can use it; rejects with one sentence. Refuses production.
 */
export const startOverride = async (options: StartOptions): Promise<RunningOverride> => {
  const { remote, against, port, data = dataFolder(), log, signal, startProduct } = options;
  const root = folderOf(remote);
  refuseProduction(against);
  const isAddress = /^https?:\/\//.test(against);
  if (!isAddress && !(startProduct && environmentNames().includes(against)))
    throw new Problem(`${against} is neither an environment nor an address that starts with http.`);
  const product = isAddress
    ? undefined
    : await startProduct?.({ port: 0, data, environment: against, log, ...(signal ? { signal } : {}) });
  const undo: (() => unknown)[] = [() => product?.stop()];
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const edge = new URL(product?.url ?? against);
    const set = await setAt(edge);
    const { environment, shell } = set;
    refuseProduction(environment);
    log(`Building ${remote} from its sources.`);
    for (const line of incompatibilities(root, shell.version, openStore(join(data, 'store')))) log(line);
    const folder = join(data, 'override', String(process.pid));
    const source = await buildSources({ root, folder, log, ...(signal ? { signal } : {}) });
    undo.push(() => source.stop());
    const release = source.release();
    const { name } = release;
    for (const why of foreignClaims(surfaceClaims(name, release.contract), ownersWith(set, release)))
      log(`${name} ${why}: it is skipped.`);
    const server = createOverrideServer({ against: edge, remote: name, source, log });
    undo.push(() => {
      server.close();
      server.closeAllConnections();
    });
    await new Promise<void>((done, reject) => {
      const occupied = `Port ${port} is in use: stop the process that uses it, or choose another port with PORT=${port + 1}.`;
      server.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'EADDRINUSE' ? new Problem(occupied) : error),
      );
      server.listen(port, '127.0.0.1', done);
    });
    if (signal?.aborted) throw new Problem('The start was canceled.');
    const url = `http://localhost:${portOf(server)}${paths.start}`;
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
