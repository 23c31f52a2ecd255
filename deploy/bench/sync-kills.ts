import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../testing/free-port.ts';
import type { Instance } from './concurrent-service.ts';
import { type Figure, figure } from './figure.ts';
import { ChangeReader } from './sync-reader.ts';
import { change, openStage, short, type SignedIn, type SyncStage } from './sync-stage.ts';

const kills = short ? 3 : 50;
const userCount = 60;
const perSecond = 60;

/** A browser, with how often it received each change. */
interface Browser {
  readonly person: SignedIn;
  readonly reader: ChangeReader;
  readonly received: Map<string, number>;
}

const openBrowsers = async (users: readonly SignedIn[], urls: readonly string[]): Promise<Browser[]> => {
  const browsers = users.flatMap((person) =>
    // Each user has two devices, one on each instance.
    [0, 1].map((at) => {
      const received = new Map<string, number>();
      const onChanged = ({ kind, ids }: { kind: string; ids: readonly string[] }) => {
        if (kind === 'memories') for (const id of ids) received.set(id, (received.get(id) ?? 0) + 1);
      };
      return { person, received, reader: new ChangeReader({ urls, cookie: person.cookie, onChanged }, at) };
    }),
  );
  for (const { reader } of browsers) void reader.follow();
  await Promise.all(browsers.map(({ reader }) => reader.ready));
  for (const { reader } of browsers) reader.resets = 0;
  return browsers;
};

/** The smallest number of changes between two kills. On a busy machine they take longer. */
const between = 10;

interface Traffic {
  /** Changes that got a response. */
  made: number;
}

/** Makes changes without a pause, on whichever instance responds, until `signal` aborts. */
const changeRepeatedly = async (
  traffic: Traffic,
  users: readonly SignedIn[],
  urls: readonly string[],
  signal: AbortSignal,
) => {
  const underWay = new Set<Promise<unknown>>();
  for (let at = 0; !signal.aborted; at += 1) {
    // A call that a kill interrupted may or may not have made its change: the database decides.
    const one = change(urls[at % urls.length]!, users[at % users.length]!.cookie, `Memory ${at}`)
      .then(
        () => void (traffic.made += 1),
        () => undefined,
      )
      .finally(() => underWay.delete(one));
    underWay.add(one);
    await pause(1000 / perSecond);
  }
  await Promise.all(underWay);
};

/** How many changes the browsers lack, compared with the database, after they had time to receive them. */
const missing = async ({ database }: SyncStage, browsers: readonly Browser[]): Promise<number> => {
  const made = await database.memories();
  const lacking = () =>
    browsers.reduce(
      (sum, { person, received }) => sum + [...(made.get(person.id) ?? [])].filter((id) => !received.has(id)).length,
      0,
    );
  for (const since = Date.now(); lacking() > 0 && Date.now() - since < 30_000;) await pause(200);
  return lacking();
};

/** Kills something while changes arrive, and restores it each time. */
const runKills = async (
  name: string,
  log: (text: string) => void,
  kill: (stage: SyncStage, round: number, instances: Instance[]) => Promise<void>,
): Promise<Figure[]> => {
  const stage = await openStage({ redis: true });
  const ended = new AbortController();
  const browsers: Browser[] = [];
  try {
    const instances = [stage.first, await stage.start(await freePort())];
    const urls = instances.map(({ url }) => url);
    const users = await stage.database.users(userCount);
    // An instance that has just started does not know the changes from before a page was opened.
    await pause(4000);
    browsers.push(...(await openBrowsers(users, urls)));
    const traffic = { made: 0 };
    const changing = changeRepeatedly(traffic, users, urls, ended.signal);
    for (let round = 0; round < kills; round += 1) {
      const before = traffic.made;
      while (traffic.made < before + between) await pause(20);
      await pause(Math.random() * 300);
      await kill(stage, round, instances);
    }
    await pause(500);
    ended.abort();
    await changing;
    const lost = await missing(stage, browsers);
    const counts = browsers.flatMap(({ received }) => [...received.values()]);
    const resets = browsers.reduce((sum, { reader }) => sum + reader.resets, 0);
    const connections = browsers.reduce((sum, { reader }) => sum + reader.connections, 0);
    log(`${kills} kills of ${name}: ${counts.length} changes over ${connections} connections`);
    return [
      figure(`changes that browsers got beside ${kills} kills of ${name}`, counts.length, ''),
      figure('of these lost', lost, '', 0),
      figure('of these doubled', counts.filter((count) => count > 1).length, '', 0),
      figure('browsers that had to read everything again', resets, '', 0),
    ];
  } finally {
    ended.abort();
    for (const { reader } of browsers) reader.close();
    await stage.end();
  }
};

export const instanceKills = (log: (text: string) => void): Promise<Figure[]> =>
  runKills('an instance', log, async (stage, round, instances) => {
    const at = round % instances.length;
    const { url } = instances[at]!;
    await stage.stop(instances[at]!, 'SIGKILL');
    instances[at] = await stage.start(Number(new URL(url).port));
  });

export const connectionKills = (log: (text: string) => void): Promise<Figure[]> =>
  runKills('the database connections', log, ({ database }) => database.closeConnections());

export const redisKills = (log: (text: string) => void): Promise<Figure[]> =>
  runKills('Redis', log, (stage) => stage.restartRedis(() => pause(Math.random() * 300)));
