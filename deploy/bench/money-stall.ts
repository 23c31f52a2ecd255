import { setTimeout as pause } from 'node:timers/promises';
import { median } from 'simple-statistics';
import type { StripeStandIn } from '../../service/src/testing/stripe.ts';
import { onReference } from './calibration.ts';
import { type Figure, figure } from './figure.ts';
import { measureRounds } from './rounds.ts';
import { stage } from './stage.ts';

const providerMs = 6000;
/** Users who join during one stall. */
const joiners = 40;
const stalls = { least: 6, most: 16 };
const readEveryMs = 20;
/** Milliseconds without a stall: long enough for a reliable median of reads. */
const quietMs = 3000;
const password = 'Atrium1!';

/** Signs up a user with an own IP address, because rate limits count per address. */
const createPerson = async (origin: string, number: number) => {
  const send = async (path: string, body?: object, cookie = '') => {
    const response = await fetch(`${origin}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        origin,
        cookie,
        'content-type': 'application/json',
        'x-forwarded-for': `198.18.${7 + (number >> 7)}.${number & 127}`,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    return { status: response.status, answer, cookies: response.headers.getSetCookie() };
  };
  const account = { firstName: 'Ada', lastName: 'Lovelace', email: `stall-${number}@example.test`, password };
  const { status, cookies } = await send('/auth/register', account);
  const session = cookies.map((one) => one.split(';', 1)[0]).find((one) => one?.startsWith('atrium_session='));
  if (status !== 200 || !session) throw new Error(`A sign-up was answered with ${status}.`);
  return async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const answered = await send(path, body, session);
    if (answered.status !== 200) throw new Error(`${path} was answered with ${answered.status}.`);
    return answered.answer;
  };
};
type Person = Awaited<ReturnType<typeof createPerson>>;

const buyTeam = async (admin: Person, stripe: StripeStandIn): Promise<string> => {
  const order = { name: 'Atlas', quantity: joiners * stalls.most + stalls.most + 10, countryCode: 'US' };
  const { redirectUrl } = await admin('/stripe/createTeamSubscription', order);
  await fetch(`${String(redirectUrl)}/now`, { method: 'POST', redirect: 'manual' });
  await stripe.act('settle', {});
  const { teams } = (await admin('/teams')) as { teams: readonly { readonly _id: string }[] };
  const [team] = teams;
  if (!team) throw new Error('The team was not bought.');
  return team._id;
};

/** Reads repeatedly until `work` is done. Gives the milliseconds of each read. */
const readDuring = async (reader: Person, work: Promise<unknown>): Promise<number[]> => {
  const reads: number[] = [];
  const over = new AbortController();
  const ended = work.finally(() => over.abort());
  while (!over.signal.aborted) {
    const before = performance.now();
    await reader('/teams');
    reads.push(performance.now() - before);
    await pause(readEveryMs);
  }
  await ended;
  return reads;
};

const stallFigures = async (product: { readonly url: string }, stripe: StripeStandIn, log: (text: string) => void) => {
  await stripe.act('webhooks', { url: `${product.url}/api/stripe/webhook` });
  const users: Person[] = [];
  for (let number = 1; number <= joiners * stalls.most + 2; number += 1)
    users.push(await createPerson(product.url, number));
  const [admin, reader, ...others] = users as [Person, Person, ...Person[]];
  const teamId = await buyTeam(admin, stripe);
  let seats = joiners * stalls.most + stalls.most + 10;
  const joins: number[] = [];
  let stalled = 0;
  const stall = async () => {
    const startedAt = performance.now();
    seats += 1;
    const change = admin('/stripe/updateTeamSubscription', { teamId, quantity: seats });
    const joining = others.splice(0, joiners).map(async (join) => {
      await join('/joinTeam', { teamId });
      joins.push(performance.now() - startedAt);
    });
    const reads = await readDuring(reader, Promise.all([change, ...joining]));
    stalled += reads.length;
    return reads;
  };
  await stripe.act('pace', { ms: providerMs });
  log(`the provider takes ${providerMs} ms; ${joiners} people join, each round anew`);
  const { slowest } = await measureRounds(
    {
      figures: {
        slowest: {
          name: 'unrelated reads during a stall, the slowest',
          unit: 'ms',
          limit: 100,
          beside: onReference.read,
        },
      },
      rounds: [stalls.least, stalls.most],
    },
    async () => {
      const quiet = await readDuring(reader, pause(quietMs));
      return { slowest: { value: Math.max(...(await stall())), beside: median(quiet) } };
    },
  );
  return [
    slowest,
    figure(`joins while the provider takes ${providerMs / 1000} s`, joins.length, ''),
    figure('a join, median, here', median(joins), 'ms'),
    figure('unrelated reads meanwhile', stalled, ''),
  ];
};

/**
 * Seats are changed and members join a team while the payment provider takes 6 s: how long other users wait for a read.
 */
export const moneyStall = async (log: (text: string) => void): Promise<Figure[]> => {
  const { startStripe } = await import('../../service/src/testing/stripe.ts');
  const stripe = await startStripe();
  const product = await stage(log, stripe.env);
  try {
    return await stallFigures(product, stripe, log);
  } finally {
    await product.end();
    await stripe.stop();
  }
};
