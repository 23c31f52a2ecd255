import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from 'simple-statistics';
import { type Figure, figure } from './figure.ts';
import { change, openStage, openSwarm, short, type SignedIn } from './sync-stage.ts';
import type { Receipt } from './sync-swarm.ts';

const browsers = 1000;
const perSecond = 200;
const seconds = short ? 5 : 30;

interface Made {
  readonly id: string;
  readonly reader: number;
  /** When the change was requested, and when it got its response, which is right after its commit. */
  readonly requestedAt: number;
  readonly answeredAt: number;
}

const now = () => performance.timeOrigin + performance.now();

const makeChanges = async (url: string, users: readonly SignedIn[]): Promise<Made[]> => {
  const made: Promise<Made>[] = [];
  const since = performance.now();
  for (let at = 0; at < perSecond * seconds; at += 1) {
    await pause(Math.max(0, since + (at * 1000) / perSecond - performance.now()));
    const reader = at % users.length;
    const requestedAt = now();
    const id = change(url, users[reader]!.cookie, `Memory ${at}`);
    made.push(id.then((one) => ({ id: one, reader, requestedAt, answeredAt: now() })));
  }
  return Promise.all(made);
};

/** Changes across many browsers: what each of them receives, and how long after the change was made. */
export const load = async (log: (text: string) => void): Promise<Figure[]> => {
  const stage = await openStage({ redis: true });
  const swarm = openSwarm();
  try {
    const { url } = stage.first;
    const users = await stage.database.users(browsers);
    await swarm.request({ open: users.map(({ cookie }) => cookie), urls: [url], spreadMs: browsers * 4 });
    await stage.first.lateness();
    const made = await makeChanges(url, users);
    const lateness = await stage.first.lateness();
    let receipts: readonly Receipt[] = [];
    for (const since = Date.now(); receipts.length < made.length && Date.now() - since < 20_000; await pause(500))
      receipts = (await swarm.request({ receipts: true })).receipts.filter(({ kind }) => kind === 'memories');
    const arrivals = new Map<string, number[]>();
    for (const { reader, ids, at } of receipts)
      for (const id of ids) arrivals.set(`${reader} ${id}`, [...(arrivals.get(`${reader} ${id}`) ?? []), at]);
    const arrived = made.map(({ id, reader }) => arrivals.get(`${reader} ${id}`)?.[0] ?? Infinity);
    const since = (of: 'requestedAt' | 'answeredAt') => arrived.map((at, which) => Math.max(0, at - made[which]![of]));
    const doubled = [...arrivals.values()].filter((times) => times.length > 1).length;
    log(`${made.length} changes: event loop p99 ${lateness.toFixed(0)} ms`);
    return [
      figure(`changes across ${browsers} browsers`, made.length, ''),
      figure('of these not received', arrived.filter((at) => at === Infinity).length, '', 0),
      figure('of these received twice, or by another user', doubled + arrivals.size - made.length, '', 0),
      figure('from the call to the browser, p99', quantile(since('requestedAt'), 0.99), 'ms'),
      figure('from the answer to the browser, median', quantile(since('answeredAt'), 0.5), 'ms'),
      figure('from the answer to the browser, p99', quantile(since('answeredAt'), 0.99), 'ms', 1000),
    ];
  } finally {
    swarm.end();
    await stage.end();
  }
};
