import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { isOwnMachine, listensToItself } from '@atrium/shared-kernel/contracts/hosts';
import { createEdge } from '../edge/edge.ts';
import { hostsIn, originsIn } from '../edge/known-hosts.ts';
import { operatorKeyIn } from '../edge/operators.ts';
import type { Upstream } from '../release/upstream.ts';
import { createReloads, type Reloads } from '../edge/reload.ts';
import { dataFolder, environmentName } from '../release/data-folder.ts';
import { effectiveSet, folderServing, readBuilt } from '../release/effective-set.ts';
import { endedUnserved } from '../release/ended-unserved.ts';
import { type Environment, environmentsFolder, partNames, pinOf, readEnvironment } from '../release/environment.ts';
import { folderContext } from '../release/open-context.ts';
import { folderRegistry } from '../release/registry.ts';
import { renewSet } from '../release/renew-set.ts';
import { remoteVitals, serviceHealth } from '../release/service-health.ts';
import { openStore, type Store } from '../release/store.ts';
import { startWatch } from '../release/watch.ts';
import { checkDataFolder, checkUnused } from './data-folder.ts';
import { checkMachine } from './machine.ts';
import { Problem } from './problem.ts';
import { type ServiceFacts, superviseService } from './service-process.ts';
import { watchSources } from './watch-sources.ts';
import { buildWorkspace } from './workspace-builds.ts';
import { portOf } from '../edge/port.ts';
import { type Operators, startOperators } from './operators.ts';

export interface ProductOptions {
  /** 0 uses any free port. Default 8080. */
  readonly port?: number;
  /** The address to listen on. Default: 127.0.0.1, which only this machine can reach. */
  readonly host?: string;
  /** Origins through which users on other machines reach the product, separated by commas. Default: none. */
  readonly origins?: string;
  /** Default: ATRIUM_DATA, otherwise `.atrium`. */
  readonly data?: string;
  /** Additional variables for the service, such as MODEL_BASE_URL. */
  readonly env?: NodeJS.ProcessEnv;
  /** The environment whose pins are served. Default: ATRIUM_ENVIRONMENT, otherwise `local`. */
  readonly environment?: string;
  readonly development?: boolean;
  readonly log?: (line: string) => void;
  /** Aborts a start before it has finished: it rejects once everything that it started has ended. */
  readonly signal?: AbortSignal;
}

export interface Product {
  readonly url: string;
  /**
   * URL of the operator page, on an origin of its own; undefined if others can reach the product and no address is set
   * for the page.
   */
  readonly operatorUrl: string | undefined;
  /** Whether users on other machines can reach it. Then nothing that exists only for a local start is available. */
  readonly public: boolean;
  readonly service: ServiceFacts;
  readonly data: string;
  /** Process id of the running service. */
  readonly servicePid: () => number | undefined;
  /** Stops edge and service; resolves when both have ended. */
  stop(): Promise<void>;
}

const longestSocketPath = 100;
const watchEveryMs = 5000;

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const occupied = `Port ${port} is in use: stop the process that uses it, or choose another port with PORT=${port + 1} npm start.`;
      reject(error.code === 'EADDRINUSE' ? new Problem(occupied) : unlistenable(error, host));
    });
    server.listen(port, host, () => resolve(portOf(server)));
  });

/** Explains that the machine does not have the address. */
const unlistenable = (error: NodeJS.ErrnoException, host: string): Error =>
  error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND'
    ? new Problem(`HOST is ${host}, which is not an address of this machine.`)
    : error;

/** Throws a sentence if others can reach the product, but no origin for them is set. */
const checkReach = (host: string, origins: readonly string[]): void => {
  if (!listensToItself(host) && origins.length === 0)
    throw new Problem(
      `HOST is ${host}, which others can reach: set ATRIUM_ORIGIN to the address that they use, such as http://192.168.0.7:8080.`,
    );
};

const freePort = async (): Promise<number> => {
  const server = createServer();
  const port = await listen(server, 0, '127.0.0.1');
  await new Promise((done) => {
    server.close(done);
  });
  return port;
};

const upstreamIn = async (data: string): Promise<Upstream> => {
  const socketPath = join(data, 'service.sock');
  return socketPath.length <= longestSocketPath && process.platform !== 'win32'
    ? { socketPath }
    : { host: '127.0.0.1', port: await freePort() };
};

const listenVariables = (upstream: Upstream): NodeJS.ProcessEnv =>
  'socketPath' in upstream ? { SOCKET: upstream.socketPath } : { HOST: upstream.host, PORT: String(upstream.port) };

/** Never resolves; rejects when the signal aborts. */
const aborted = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(new Problem('The start was canceled.'));
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end, { once: true });
  });

/** What a start has to know. Throws a sentence if the machine, the folder or an address does not fit. */
const settingsOf = (options: ProductOptions) => {
  const { port = 8080, host = '127.0.0.1', data = dataFolder(), env = {}, log = () => {}, origins = '' } = options;
  const name = options.environment ?? environmentName();
  checkMachine(process.platform, process.arch, env['DATABASE_URL'] ?? process.env['DATABASE_URL']);
  checkDataFolder(data);
  const outside = originsIn(origins);
  checkReach(host, outside);
  const isPublic = !listensToItself(host) || !isOwnMachine(outside);
  return { port, host, data, env, log, name, outside, hosts: hostsIn(origins), isPublic };
};
type Settings = ReturnType<typeof settingsOf>;

/** Variables for the service of a local start. `env` replaces the first ones. */
const variablesOf = (
  { isPublic, env, data, outside }: Settings,
  upstream: Upstream,
  { url, operators }: { readonly url: string; readonly operators: Operators | undefined },
): NodeJS.ProcessEnv => ({
  ...(isPublic ? { ATRIUM_PUBLIC: '1', ATRIUM_SEED: '0' } : { ATRIUM_SEED: '1' }),
  LOG_LEVEL: 'warn',
  ...(operators?.url ? { ATRIUM_OPERATOR_ORIGIN: operators.url } : {}),
  ...env,
  ...listenVariables(upstream),
  ATRIUM_DATA: data,
  ATRIUM_ORIGIN: [...outside, url, url.replace('localhost', '127.0.0.1')].join(','),
});

/** Compresses releases that were published or imported before compressed forms existed. */
const completeForms = (environment: Environment, store: Store): void => {
  for (const name of partNames(environment)) {
    const version = pinOf(environment, name)?.version ?? '';
    if (store.has(name, version)) store.complete(name, version);
  }
};

/** Gives access to `/operator`: on one machine to everyone, elsewhere to whoever has the key, if there is one. */
const operatorKeyOf = (isPublic: boolean): { readonly operatorKey?: string } => {
  const operatorKey = isPublic ? operatorKeyIn(process.env) : '';
  return operatorKey === undefined ? {} : { operatorKey };
};

/** Starts what browsers reach: the edge, and the operator page if there is one. */
const openFront = async (settings: Settings, service: Upstream, reloads: Reloads | undefined) => {
  const { data, name: environment, log, host, port, hosts, outside, isPublic } = settings;
  let operators: Operators | undefined;
  const edge = createEdge({
    data,
    environment,
    service,
    report: log,
    hosts,
    countryHeader: process.env['ATRIUM_COUNTRY_HEADER']?.toLowerCase(),
    ...operatorKeyOf(isPublic),
    operatorOrigin: () => operators?.url,
    ...(reloads ? { reloads } : {}),
  });
  const url = `http://localhost:${await listen(edge, port, host)}`;
  operators = await startOperators({
    data,
    environment,
    product: outside[0] ?? url,
    service,
    host,
    port: port === 0 ? 0 : port + 1,
    isPublic,
    log,
  });
  return {
    url,
    operators,
    async close() {
      edge.close();
      edge.closeAllConnections();
      await operators?.stop();
    },
  };
};

interface Watched {
  readonly data: string;
  readonly name: string;
  readonly store: Store;
  readonly upstream: Upstream;
  readonly log: (line: string) => void;
}

/** Ends canaries that exceed their error budget and renews what is signed, as `pnpm release watch` does. */
const watchCanaries = ({ data, name, store, upstream, log }: Watched): (() => void) => {
  const registry = folderRegistry(environmentsFolder, data);
  return startWatch(
    {
      registry,
      environment: name,
      built: () => readBuilt(data, name),
      health: (minutes) => serviceHealth(upstream, minutes),
      vitals: (remote) => remoteVitals(upstream, remote),
      endedUnserved: () => endedUnserved(folderContext(data), name),
      pinned: (changed) => effectiveSet(data, changed, store),
      renew: (served, least) => renewSet(folderServing(data, store, registry), served, least),
      log,
    },
    watchEveryMs,
  );
};

/**
 * Starts the whole product on one origin: builds what changed, publishes it, writes the release set, and starts service
 * and edge. Resolves when a browser can use it; rejects with one sentence. On failure, everything that was started is
 * stopped.
 */
export const startProduct = async (options: ProductOptions = {}): Promise<Product> => {
  const settings = settingsOf(options);
  const { data, log, name, outside, isPublic } = settings;
  const environment = () => readEnvironment(name);
  // A name that does not exist fails before anything starts.
  environment();
  const store = openStore(join(data, 'store'));
  const upstream = await upstreamIn(data);
  if ('socketPath' in upstream) await checkUnused(upstream.socketPath, data);
  const reloads = options.development ? createReloads() : undefined;
  const front = await openFront(settings, upstream, reloads);
  const { url, operators } = front;
  const service = superviseService({ log, env: variablesOf(settings, upstream, front) });
  const mode = options.development ? 'development' : 'production';
  const build = async () => {
    const changed = await buildWorkspace({ data, store, environment, mode, log });
    completeForms(environment(), store);
    return changed;
  };
  let endWatch = () => {};
  let endCanaryWatch = () => {};
  const stop = async () => {
    endWatch();
    endCanaryWatch();
    await front.close();
    await service.stop();
  };
  const started = Promise.race([Promise.all([build(), service.ready()]), aborted(options.signal)]);
  const [, facts] = await started.catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  if (reloads) endWatch = watchSources({ build, log, pages: reloads, restartService: () => service.restart() });
  endCanaryWatch = watchCanaries({ data, name, store, upstream, log });
  await operators?.sign();
  return {
    url: outside[0] ?? url,
    operatorUrl: operators?.url,
    public: isPublic,
    data,
    service: facts,
    servicePid: service.pid,
    stop,
  };
};
