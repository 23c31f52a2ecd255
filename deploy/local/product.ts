import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createEdge } from '../edge/edge.ts';
import type { Upstream } from '../edge/proxy.ts';
import { createReloads } from '../edge/reload.ts';
import { dataFolder, environmentName } from '../release/data-folder.ts';
import { effectiveSet, readBuilt } from '../release/effective-set.ts';
import { environmentsFolder, readEnvironment } from '../release/environment.ts';
import { folderRegistry } from '../release/registry.ts';
import { serviceHealth } from '../release/service-health.ts';
import { openStore } from '../release/store.ts';
import { startWatch } from '../release/watch.ts';
import { checkDataFolder, checkUnused } from './data-folder.ts';
import { checkMachine } from './machine.ts';
import { Problem } from './problem.ts';
import { type ServiceFacts, superviseService } from './service-process.ts';
import { watchSources } from './watch-sources.ts';
import { buildWorkspace } from './workspace-builds.ts';

export interface ProductOptions {
  /** 0 takes any free port. Default 8080. */
  readonly port?: number;
  /** Default: ATRIUM_DATA, else `.atrium`. */
  readonly data?: string;
  /** More variables for the service, as MODEL_BASE_URL. */
  readonly env?: NodeJS.ProcessEnv;
  /** Whose pins are served. Default: ATRIUM_ENVIRONMENT, else `local`. */
  readonly environment?: string;
  readonly development?: boolean;
  readonly say?: (line: string) => void;
  /** Ends a start that is under way: it rejects when all that it started is gone. */
  readonly signal?: AbortSignal;
}

export interface Product {
  readonly url: string;
  readonly service: ServiceFacts;
  readonly data: string;
  /** The service's process of now. */
  readonly servicePid: () => number | undefined;
  /** Ends edge and service; resolves when both are gone. */
  stop(): Promise<void>;
}

const longestSocketPath = 100;
const watchEveryMs = 5000;

const listen = (server: Server, port: number, host?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is taken: end what uses it, or choose another one with PORT=${port + 1} npm start.`;
      reject(error.code === 'EADDRINUSE' ? new Problem(taken) : error);
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });

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

/** Never resolves; rejects when the signal comes. */
const aborted = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(new Problem('The start was ended.'));
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end, { once: true });
  });

/**
 * Starts the whole product on one origin: builds what changed, publishes it, writes the release set, starts service and
 * edge. Resolves when a browser can use it; rejects with one sentence. What was started before a failure is ended.
 */
export const startProduct = async (options: ProductOptions = {}): Promise<Product> => {
  const { port = 8080, data = dataFolder(), env = {}, say = () => {}, signal } = options;
  const name = options.environment ?? environmentName();
  checkMachine(process.platform, process.arch, env['DATABASE_URL'] ?? process.env['DATABASE_URL']);
  checkDataFolder(data);
  const environment = readEnvironment(name);
  const store = openStore(join(data, 'store'));
  const upstream = await upstreamIn(data);
  if ('socketPath' in upstream) await checkUnused(upstream.socketPath, data);
  const reloads = options.development ? createReloads() : undefined;
  const edge = createEdge({
    data,
    environment: name,
    service: upstream,
    report: say,
    operatorKey: '',
    ...(reloads ? { reloads } : {}),
  });
  const url = `http://localhost:${await listen(edge, port)}`;
  const service = superviseService({
    say,
    env: {
      ATRIUM_SEED: '1',
      LOG_LEVEL: 'warn',
      ...env,
      ...listenVariables(upstream),
      ATRIUM_DATA: data,
      ATRIUM_ORIGIN: [url, url.replace('localhost', '127.0.0.1')].join(','),
    },
  });
  const mode = options.development ? 'development' : 'production';
  const build = () => buildWorkspace({ data, store, environment, mode, say });
  let endWatch = () => {};
  let endCanaryWatch = () => {};
  const stop = async () => {
    endWatch();
    endCanaryWatch();
    edge.close();
    edge.closeAllConnections();
    await service.stop();
  };
  let facts: ServiceFacts;
  try {
    [, facts] = await Promise.race([Promise.all([build(), service.ready()]), aborted(signal)]);
  } catch (error) {
    await stop();
    throw error;
  }
  if (reloads)
    endWatch = watchSources({ build, say, reload: () => reloads.announce(), restartService: () => service.restart() });
  endCanaryWatch = startWatch(
    {
      registry: folderRegistry(environmentsFolder, data),
      environment: name,
      built: () => readBuilt(data, name),
      health: () => serviceHealth(upstream),
      pinned: (changed) => effectiveSet(data, changed, store),
      say,
    },
    watchEveryMs,
  );
  return { url, data, service: facts, servicePid: service.pid, stop };
};
