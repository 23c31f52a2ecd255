import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { memories } from '@atrium/shared-kernel/contracts/calls';
import { workspace } from '../release/data-folder.ts';
import { freePort } from '../testing/free-port.ts';
import { startRedis } from '../testing/system-redis.ts';
import { startDatabase } from './concurrent-database.ts';
import { type Instance, startInstance } from './concurrent-service.ts';
import { post } from './reply-lines.ts';
import type { FromSwarm, ToSwarm } from './sync-swarm.ts';

export type { SignedIn } from '../../service/src/testing/sync-database.ts';

export const short = process.env['ATRIUM_BENCH_SHORT'] === '1';
const origin = 'http://localhost:8080';

/** A database with instances of the service, and a Redis between them if requested. */
export const openStage = async ({ redis: withRedis }: { readonly redis: boolean }) => {
  const server = await startDatabase('shared_preload_libraries=pg_stat_statements');
  const redisPort = withRedis ? await freePort() : 0;
  let redis = withRedis ? await startRedis(redisPort) : undefined;
  const instances = new Set<Instance>();
  const start = async (port = 0): Promise<Instance> => {
    const instance = await startInstance({
      DATABASE_URL: server.url,
      ...(redis ? { REDIS_URL: redis.url } : {}),
      ATRIUM_ORIGIN: origin,
      ATRIUM_LOCAL_PAYMENTS: '1',
      ATRIUM_SECRET_KEY: 'a secret of all instances',
      LOG_LEVEL: 'error',
      PORT: String(port),
    });
    instances.add(instance);
    return instance;
  };
  const stop = async (instance: Instance, signal?: NodeJS.Signals): Promise<void> => {
    instances.delete(instance);
    await instance.end(signal);
  };
  // The first instance migrates the database to the current schema.
  const first = await start(await freePort());
  const { openSyncDatabase } = await import('../../service/src/testing/sync-database.ts');
  const database = await openSyncDatabase(server.url);
  return {
    first,
    start,
    stop,
    database,
    async restartRedis(down: () => Promise<void>) {
      redis?.end('SIGKILL');
      await down();
      redis = await startRedis(redisPort);
    },
    async end() {
      await Promise.all([...instances].map((instance) => stop(instance)));
      await database.end();
      redis?.end();
      await server.end();
    },
  };
};
export type SyncStage = Awaited<ReturnType<typeof openStage>>;

/** Adds a memory with the user's own call. Gives its id. Throws if the instance does not respond, or refuses. */
export const change = async (url: string, cookie: string, text: string, from = origin): Promise<string> => {
  const response = await post(`${url}/api${memories.addMemory.path}`, { memory: text }, { cookie, origin: from });
  if (!response.ok) throw new Error(`A memory was answered with ${response.status}.`);
  return memories.addMemory.output().parse(await response.json()).memory._id;
};

/** The browsers, in a process of their own. */
export const openSwarm = () => {
  const child = fork(join(workspace, 'deploy/bench/sync-swarm.ts'), { serialization: 'advanced' });
  const request = async (message: ToSwarm): Promise<FromSwarm> => {
    child.send(message);
    const [answer] = (await once(child, 'message')) as [FromSwarm];
    return answer;
  };
  return { request, end: () => child.disconnect() };
};
