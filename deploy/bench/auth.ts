import { Agent, type RequestOptions, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from 'simple-statistics';
import { type Figure, figure } from './figure.ts';
import { measureRounds } from './rounds.ts';
import { stage } from './stage.ts';

const sessions = 200;
/**
 * Turns in a round: 5,000 requests of each kind, so that fifty are above the 99th percentile and a pause of the machine
 * does not decide it. Turns with and without logins alternate, so that a pause affects both.
 */
const turns = 10;
const turnMs = 1250;
/** Milliseconds between two requests of one session: together the sessions make 400 requests a second. */
const everyMs = 500;
const loginsAtOnce = 8;
const password = 'Atrium1!';

interface Answer {
  readonly status: number;
  readonly cookies: readonly string[];
}

/**
 * Sends requests over keep-alive connections. Each user has an own IP address, because rate limits count per address.
 */
const createClient = (origin: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: sessions + loginsAtOnce });
  const send = (path: string, options: RequestOptions, body?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request(`${origin}${path}`, { ...options, agent }, (response) => {
        response.resume();
        response.once('error', reject);
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, cookies: response.headers['set-cookie'] ?? [] }),
        );
      });
      // The server closed this idle connection at the same moment, so the request was not read and may be sent again.
      sent.once('error', (error) => (sent.reusedSocket ? resolve(send(path, options, body)) : reject(error)));
      sent.end(body);
    });
  return {
    get: (path: string, cookie: string) => send(path, { headers: { cookie } }),
    post: (path: string, body: object, person: number, cookie = '') =>
      send(
        path,
        {
          method: 'POST',
          headers: {
            origin,
            cookie,
            'content-type': 'application/json',
            'x-forwarded-for': `198.18.${(person >> 8) & 255}.${person & 255}`,
          },
        },
        JSON.stringify(body),
      ),
    close: () => agent.destroy(),
  };
};
type Client = ReturnType<typeof createClient>;

const emailOf = (person: number) => `person-${person}@example.test`;

/**
 * What a browser stores after a sign-up: its session, and the cookie by which the next log-in comes from a known
 * device.
 */
interface Browser {
  readonly session: string;
  readonly device: string;
}

const register = async (client: Client, person: number): Promise<Browser> => {
  const body = { firstName: 'Ada', lastName: 'Lovelace', email: emailOf(person), password };
  const { status, cookies } = await client.post('/api/auth/register', body, person);
  const cookieNamed = (name: string) =>
    cookies.map((one) => one.split(';', 1)[0]).find((one) => one?.startsWith(`${name}=`));
  const [session, device] = [cookieNamed('atrium_session'), cookieNamed('atrium_device')];
  if (status !== 200 || !session || !device) throw new Error(`A sign-up was answered with ${status}.`);
  return { session, device };
};

/** Every session requests its user at its own pace until the time is over. Gives the milliseconds of each response. */
const requestAll = async (client: Client, browsers: readonly Browser[], until: number): Promise<number[]> => {
  const times: number[] = [];
  const requestUser = async ({ session }: Browser, index: number) => {
    await pause((everyMs * index) / browsers.length);
    while (performance.now() < until) {
      const since = performance.now();
      const { status } = await client.get('/api/user', session);
      const took = performance.now() - since;
      if (status !== 200) throw new Error(`GET /user was answered with ${status}.`);
      times.push(took);
      await pause(Math.max(0, everyMs - took));
    }
  };
  await Promise.all(browsers.map(requestUser));
  return times;
};

/**
 * Logs in several users at a time, each in the browser of their sign-up, until the time is over. Gives how many logins
 * were done.
 */
const logInAll = async (client: Client, browsers: readonly Browser[], until: number, from: number): Promise<number> => {
  let done = 0;
  let next = from;
  const work = async () => {
    while (performance.now() < until) {
      const person = next % sessions;
      next += 1;
      const { status } = await client.post(
        '/api/auth/login',
        { email: emailOf(person), password },
        person,
        browsers[person]?.device,
      );
      if (status !== 200) throw new Error(`A log-in was answered with ${status}.`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: loginsAtOnce }, work));
  return done;
};

/** What logins cost other users: `GET /user` of 200 sessions, measured in turns without logins and while logins run. */
export const auth = async (log: (text: string) => void): Promise<Figure[]> => {
  const product = await stage(log);
  const client = createClient(product.url);
  try {
    const browsers: Browser[] = [];
    for (let person = 0; person < sessions; person += 1) browsers.push(await register(client, person));
    await requestAll(client, browsers, performance.now() + 2 * turnMs);
    let logins = 0;
    let loginSeconds = 0;
    // Each turn is compared with its neighbor, so that whatever else the machine does affects both.
    const { ratio } = await measureRounds(
      {
        figures: {
          ratio: {
            name: `p99 of GET /user, ${sessions} sessions, while logins run`,
            unit: 'ms',
            limit: 2,
            beside: { peer: 'without logins' },
          },
        },
        rounds: [6, 30],
        seconds: 400,
      },
      async () => {
        const alone: number[] = [];
        const during: number[] = [];
        for (let turn = 0; turn < turns; turn += 1) {
          alone.push(...(await requestAll(client, browsers, performance.now() + turnMs)));
          const until = performance.now() + turnMs;
          const [times, done] = await Promise.all([
            requestAll(client, browsers, until),
            logInAll(client, browsers, until, logins),
          ]);
          during.push(...times);
          logins += done;
          loginSeconds += turnMs / 1000;
        }
        return { ratio: { value: quantile(during, 0.99), beside: quantile(alone, 0.99) } };
      },
    );
    return [ratio, figure(`logins on ${availableParallelism()} cores`, logins / loginSeconds, '/s')];
  } finally {
    client.close();
    await product.end();
  }
};
