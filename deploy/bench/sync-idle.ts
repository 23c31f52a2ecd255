import { setTimeout as pause } from 'node:timers/promises';
import type { Instance } from './concurrent-service.ts';
import { type Figure, figure } from './figure.ts';
import { openStage, openSwarm, short, type SyncStage } from './sync-stage.ts';

const browsers = short ? 500 : 5000;
const window = short ? 10_000 : 30_000;
const kilobyte = 1024;
/** Database statements per second that idle browsers may cause. */
const statementsAtMost = { redis: 0, alone: 20 } as const;

/** What the instance uses while nothing happens. */
const measure = async (instance: Instance, { database }: SyncStage) => {
  const statements = await database.statements();
  const time = instance.processorTime();
  const since = performance.now();
  await pause(window);
  const seconds = (performance.now() - since) / 1000;
  return {
    processor: (instance.processorTime() - time) / 10 / seconds,
    statements: ((await database.statements()) - statements) / seconds,
    memory: await instance.collected(),
  };
};

const measureWith = async (redis: boolean, log: (text: string) => void): Promise<Figure[]> => {
  const stage = await openStage({ redis });
  const swarm = openSwarm();
  try {
    const instance = stage.first;
    const users = await stage.database.users(browsers);
    await pause(5000);
    const empty = await measure(instance, stage);
    await swarm.request({ open: users.map(({ cookie }) => cookie), urls: [instance.url], spreadMs: browsers * 4 });
    await pause(10_000);
    const full = await measure(instance, stage);
    const { connections } = await swarm.request({ receipts: true });
    const name = redis ? 'with Redis' : 'without Redis';
    log(`${browsers} idle browsers ${name}: ${JSON.stringify({ empty, full })}`);
    return [
      figure(`idle browsers ${name} that lost their stream`, connections - browsers, '', 0),
      figure(`memory of each, ${name}`, (full.memory - empty.memory) / browsers / kilobyte, 'kB', 30),
      figure(`of a core for all of them, above the empty service, ${name}`, full.processor - empty.processor, '%', 3),
      figure(`of a core with the service itself, ${name}`, full.processor, '%'),
      // Less than one statement in the whole window has another cause, so the value is rounded.
      figure(
        `database statements that they cause, ${name}`,
        Math.max(0, Math.round(full.statements - empty.statements)),
        '/s',
        statementsAtMost[redis ? 'redis' : 'alone'],
      ),
    ];
  } finally {
    swarm.end();
    await stage.end();
  }
};

/** Thousands of browsers that are connected while nothing changes. */
export const idle = async (log: (text: string) => void): Promise<Figure[]> => [
  ...(await measureWith(true, log)),
  ...(await measureWith(false, log)),
];
