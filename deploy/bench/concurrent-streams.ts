import { setTimeout as pause } from 'node:timers/promises';
import { chat, memories } from '@atrium/shared-kernel/contracts/calls';
import { startDatabase } from './concurrent-database.ts';
import { Reading } from './concurrent-reader.ts';
import { startRedis } from '../testing/system-redis.ts';
import { type Instance, startInstance } from './concurrent-service.ts';
import { freePort } from '../testing/free-port.ts';
import { compare } from './durable-outcome.ts';
import { type Figure, figure } from './figure.ts';
import { modelAnswer, startModel } from './model-server.ts';
import { post } from './reply-lines.ts';
import { signIn } from './stage.ts';

/** Number of replies at once, to try just one; otherwise rounds grow until an instance fails. */
const only = Number(process.env['ATRIUM_BENCH_REPLIES'] ?? 0);
const loads = only > 0 ? [only] : process.env['ATRIUM_BENCH_SHORT'] === '1' ? [100] : [250, 500, 1000, 2000];
const answer = { words: 120, everyMs: 200 };
const across = 20;
const origin = 'http://localhost:8080';
const atMost = { memory: 1, lateness: 200 } as const;
const megabyte = 1024 * 1024;

const send = (url: string, cookie: string, prompt: string) =>
  post(`${url}/api${chat.streamReply.path}`, { prompt }, { cookie, origin });

/** Runs this many replies at once. Gives whether all are complete, and what they cost the instance. */
const load = async (instance: Instance, cookie: string, count: number) => {
  const before = instance.memory();
  await instance.lateness();
  const readings = Array.from({ length: count }, () => new Reading());
  const faults = new Map<string, number>();
  const fault = (what: string) => void faults.set(what, (faults.get(what) ?? 0) + 1);
  const reading = Promise.all(
    readings.map(async (one, at) => {
      // Users don't all arrive at the same moment, so the starts are spread out.
      await pause((at * 5000) / count);
      // A connection that is refused counts as a reply that the instance could not hold.
      const response = await send(instance.url, cookie, `Load ${at}`).catch((error: Error) =>
        fault(`not connected: ${error.cause instanceof Error ? error.cause.message : error.message}`),
      );
      if (!response) return;
      await one.read(response);
      if (one.outcome !== 'complete') fault(`ended ${one.outcome ?? 'without an end'}`);
      else if (one.gaps > 0) fault('with gaps');
      else if (one.text !== modelAnswer(`Load ${at}`, answer.words)) fault('with another text');
    }),
  );
  await pause(5000 + (answer.words * answer.everyMs) / 2);
  const perReply = (instance.memory() - before) / count / megabyte;
  const lateness = await instance.lateness();
  await reading;
  const lost = [...faults.values()].reduce((sum, one) => sum + one, 0);
  return { count, lost, faults, perReply: Math.max(0, perReply), lateness };
};

const loadFigures = async (instance: Instance, cookie: string, log: (text: string) => void): Promise<Figure[]> => {
  let best = { count: 0, lost: 0, perReply: 0, lateness: 0 };
  for (const count of loads) {
    const one = await load(instance, cookie, count);
    for (const [what, times] of one.faults) log(`${times} ${what}`);
    log(`${count} replies: ${one.lost} lost, ${one.perReply.toFixed(2)} MB each, p99 ${one.lateness.toFixed(0)} ms`);
    if (one.lost > 0 || one.lateness > atMost.lateness) {
      best = best.count === 0 ? one : best;
      break;
    }
    best = one;
  }
  return [
    figure('slow replies at once that one instance holds', best.count, ''),
    figure('of these incomplete', best.lost, '', 0),
    figure('memory of each', best.perReply, 'MB', atMost.memory),
    figure('event loop, p99', best.lateness, 'ms', atMost.lateness),
  ];
};

/**
 * Replies that start on one instance and are read further on the other, from the middle. Repeated with the first
 * instance killed.
 */
const acrossFigures = async (here: Instance, there: Instance, cookie: string): Promise<Figure[]> => {
  const headers = { cookie };
  const run = async (name: string, kill: boolean) => {
    const readings = Array.from({ length: across }, () => new Reading());
    await Promise.all(
      readings.map(async (one, at) => {
        const some = answer.words * ((at + 1) / (across + 1)) * 0.5;
        await one.read(await send(here.url, cookie, `${name} ${at}`), () => one.seq > some);
      }),
    );
    const killed = performance.now();
    if (kill) await here.end('SIGKILL');
    await Promise.all(readings.map((one) => one.resume(there.url, headers)));
    const wrong = readings.map(({ text, outcome }, at) => {
      const { missing, doubled } = compare(text, modelAnswer(`${name} ${at}`, answer.words), outcome === 'complete');
      return missing + doubled;
    });
    return { readings, wrong: wrong.reduce((sum, one) => sum + one, 0), took: performance.now() - killed };
  };
  const followed = await run('Followed', false);
  const orphaned = await run('Orphaned', true);
  const ended = (readings: readonly Reading[], wanted: string) => readings.filter(({ outcome }) => outcome === wanted);
  return [
    figure(
      `of ${across} read on by the other instance, not complete`,
      across - ended(followed.readings, 'complete').length,
      '',
      0,
    ),
    figure('characters missing or doubled in these', followed.wrong, '', 0),
    figure(
      `of ${across} whose instance was killed, not ended as failed`,
      across - ended(orphaned.readings, 'failed').length,
      '',
      0,
    ),
    figure('characters missing or doubled in their partial texts', orphaned.wrong, '', 0),
    figure('from the kill until the other instance has reported the end of all replies', orphaned.took / 1000, 's', 30),
  ];
};

/**
 * Wrong passwords for one account from one address in a minute. If instances counted separately, each would allow as
 * many.
 */
const wrongAtMost = 5;

/** Uses up the limit on both instances in turn. */
const limitFigures = async (here: Instance, there: Instance, cookie: string): Promise<Figure[]> => {
  const statuses: number[] = [];
  for (let at = 0; at < 2 * wrongAtMost + 1; at += 1) {
    const { url } = at % 2 === 0 ? here : there;
    const response = await post(`${url}/api/auth/login`, { email: 'free@atrium.test', password: 'wrong' }, { origin });
    statuses.push(response.status);
    await response.body?.cancel();
  }
  const known = await fetch(`${there.url}/api${memories.listMemories.path}`, { headers: { cookie } });
  return [
    figure('wrong passwords that two instances accept together', statuses.indexOf(429), '', wrongAtMost),
    figure('a session of one instance on the other (status)', known.status, '', 200),
  ];
};

/** Many slow replies on one instance, then two instances that share a PostgreSQL and a Redis. */
export const concurrentStreams = async (log: (text: string) => void): Promise<Figure[]> => {
  const model = await startModel('--mode', 'slow', '--delay', String(answer.everyMs), '--words', String(answer.words));
  const database = await startDatabase();
  const redis = await startRedis(await freePort());
  const env = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    ATRIUM_ORIGIN: origin,
    ATRIUM_SEED: '1',
    ATRIUM_SENDS_PER_MINUTE: '0',
    ATRIUM_REPLIES_AT_ONCE: '0',
    ATRIUM_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    MODEL_BASE_URL: model.url,
    MODEL_NAME: 'upstream-model',
  };
  const instances: Instance[] = [];
  try {
    for (let at = 0; at < 2; at += 1) instances.push(await startInstance(env));
    const [here, there] = instances as [Instance, Instance];
    const cookie = await signIn(here.url, 'premium@atrium.test', origin);
    return [
      ...(await loadFigures(there, cookie, log)),
      ...(await limitFigures(here, there, cookie)),
      ...(await acrossFigures(here, there, cookie)),
    ];
  } finally {
    await Promise.all(instances.map((instance) => instance.end()));
    redis.end();
    await database.end();
    model.stop();
  }
};
