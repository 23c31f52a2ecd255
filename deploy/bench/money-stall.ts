import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { workspace } from '../release/data-folder.ts';
import { type Figure, figure, median, percentile } from './figure.ts';
import { stage } from './stage.ts';

const providerMs = 6000;
const joiners = 40;
const readEveryMs = 20;
const password = 'Atrium1!';

interface StandIn {
  readonly env: Readonly<Record<string, string>>;
  act(name: string, fields: object): Promise<unknown>;
  stop(): Promise<void>;
}

/** Each person comes from an address of their own, as limits by address want it. */
const createPerson = async (origin: string, number: number) => {
  const send = async (path: string, body?: object, cookie = '') => {
    const response = await fetch(`${origin}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { origin, cookie, 'content-type': 'application/json', 'x-forwarded-for': `198.18.7.${number}` },
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
    const said = await send(path, body, session);
    if (said.status !== 200) throw new Error(`${path} was answered with ${said.status}.`);
    return said.answer;
  };
};
type Person = Awaited<ReturnType<typeof createPerson>>;

const buyTeam = async (admin: Person, stripe: StandIn): Promise<string> => {
  const order = { name: 'Atlas', quantity: joiners + 10, countryCode: 'US' };
  const { redirectUrl } = await admin('/stripe/createTeamSubscription', order);
  await fetch(`${String(redirectUrl)}/now`, { method: 'POST', redirect: 'manual' });
  await stripe.act('settle', {});
  const { teams } = (await admin('/teams')) as { teams: readonly { readonly _id: string }[] };
  const [team] = teams;
  if (!team) throw new Error('The team was not bought.');
  return team._id;
};

/** A provider that takes 6 s, a change of seats and 40 joins of that team: how long others wait for a read. */
export const moneyStall = async (say: (text: string) => void): Promise<Figure[]> => {
  const standIn = (await import(join(workspace, 'service/src/testing/stripe.ts'))) as {
    startStripe(): Promise<StandIn>;
  };
  const stripe = await standIn.startStripe();
  const product = await stage(say, stripe.env);
  try {
    await stripe.act('webhooks', { url: `${product.url}/api/stripe/webhook` });
    const people: Person[] = [];
    for (let number = 1; number <= joiners + 2; number += 1) people.push(await createPerson(product.url, number));
    const [admin, reader, ...others] = people as [Person, Person, ...Person[]];
    const teamId = await buyTeam(admin, stripe);
    await reader('/teams');
    await stripe.act('pace', { ms: providerMs });
    say(`the provider takes ${providerMs} ms; ${joiners} people join`);
    const reads: number[] = [];
    const over = new AbortController();
    const reading = (async () => {
      while (!over.signal.aborted) {
        const before = performance.now();
        await reader('/teams');
        reads.push(performance.now() - before);
        await pause(readEveryMs);
      }
    })();
    const begun = performance.now();
    const change = admin('/stripe/updateTeamSubscription', { teamId, quantity: joiners + 11 });
    const joins = await Promise.all(
      others.map(async (join) => {
        await join('/joinTeam', { teamId });
        return performance.now() - begun;
      }),
    );
    await change;
    over.abort();
    await reading;
    return [
      figure(`joins while the provider takes ${providerMs / 1000} s`, joins.length, ''),
      figure('a join, median', median(joins), 'ms'),
      figure('unrelated reads meanwhile', reads.length, ''),
      figure('unrelated reads meanwhile, 99 of 100 within', percentile(reads, 0.99), 'ms'),
      figure('unrelated reads meanwhile, the slowest', Math.max(...reads), 'ms', 100),
    ];
  } finally {
    await product.end();
    await stripe.stop();
  }
};
