import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EnvironmentSet } from '../release/release-set.ts';
import { dependsOnPerson, factOf, factsIn, type SignedRollout, type Visitor, visitorOf } from '../release/rollout.ts';
import type { Person } from '../release/service-health.ts';
import type { Cohort } from './cohort.ts';

/** What an edge remembers about a signed-in user. */
interface Known {
  /** The value by which shares are drawn. */
  readonly draw: string;
  /** Hash of everything that the set asked about. */
  readonly wanted: string;
  /** The part of that which is true for the user. */
  readonly facts: ReadonlySet<string>;
  /** In seconds since 1970. */
  readonly ends: number;
}

interface Options {
  /** The same for all edges of an environment. */
  readonly key: string;
  readonly environment: string;
  /** The user of a session; undefined if the session is not valid. Rejects if the service does not respond in time. */
  readonly person: (session: string) => Promise<Person | undefined>;
  /** Header in which a trusted proxy sends the country, in lower case. */
  readonly countryHeader?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface Visitors {
  /** Identifies the visitor. The service is called only if the set gives something to users, teams, plans or shares. */
  of(
    request: IncomingMessage,
    response: ServerResponse,
    set: EnvironmentSet,
    from: Cohort | undefined,
    /** The page only checks for something new, so an answer from a few minutes ago is good enough. */
    isCheck?: boolean,
  ): Promise<Visitor>;
  /** The visitor according to a signed cookie, without calling the service. */
  remembered(request: IncomingMessage, from: Cohort | undefined): Visitor;
}

const seconds = 24 * 60 * 60;
/** Seconds for which an answer is recent enough for pages that check for something new. */
const recent = 5 * 60;
/** Milliseconds without calls after the service did not respond, because each page would wait for it. */
const pause = 2000;
const sessionCookie = /(?:^|;\s*)atrium_session=([^;\s]+)/;
const cookie = /(?:^|;\s*)atrium_visitor=([\w.~-]{1,3000})(?:;|$)/;

/** All rules of a set that decide who gets something. */
export const rolloutsIn = ({ remotes, flags = {} }: EnvironmentSet): SignedRollout[] => [
  ...remotes.flatMap(({ groups, canary }) => [groups ?? [], canary?.groups ?? []]),
  ...Object.values(flags),
];

const factsOf = (person: Person, wanted: ReadonlySet<string>) =>
  new Set([...visitorOf(person, undefined).facts].filter((fact) => wanted.has(fact)));

const nobody: Visitor['facts'] = new Set();
const sameFacts = (one: Known, { draw, wanted, facts }: Omit<Known, 'ends'>) =>
  one.draw === draw &&
  one.wanted === wanted &&
  one.facts.size === facts.size &&
  [...one.facts].every((fact) => facts.has(fact));
const hashOf = (wanted: ReadonlySet<string>) =>
  createHash('sha256')
    .update([...wanted].toSorted().join())
    .digest('base64url')
    .slice(0, 12);

/** The cookie with the service's answer, signed together with the session. */
const createVisitorCookie = (key: Options['key'], environment: string, now: () => number) => {
  const instant = () => Math.floor(now() / 1000);
  const proof = (session: string, text: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['atrium visitor', environment, session, text]))
      .digest('base64url');
  return {
    read(cookies: string, session: string): Known | undefined {
      const token = cookie.exec(cookies)?.[1] ?? '';
      const [end = '', draw = '', wanted = '', facts = '', given = '', ...more] = token.split('.');
      const right = proof(session, [end, draw, wanted, facts].join('.'));
      if (more.length > 0 || given.length !== right.length || !timingSafeEqual(Buffer.from(given), Buffer.from(right)))
        return undefined;
      const ends = Number.parseInt(end, 36);
      return ends > instant() ? { draw, wanted, facts: new Set(facts.split('~').filter(Boolean)), ends } : undefined;
    },
    store(response: ServerResponse, session: string, known: Omit<Known, 'ends'>, secure: boolean): void {
      const { draw, wanted, facts } = known;
      const end = (instant() + seconds).toString(36);
      const text = [end, draw, wanted, [...facts].toSorted().join('~')].join('.');
      const value = `atrium_visitor=${text}.${proof(session, text)}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
      response.appendHeader('set-cookie', secure ? `${value}; Secure` : value);
    },
    isRecent: ({ ends }: Known): boolean => ends - instant() > seconds - recent,
  };
};

/**
 * Identifies the visitor of a page. The service is asked for each page, so a change of plan or team takes effect at the
 * next one. The answer is stored in a cookie for a day, for when the service does not respond. The cookie is signed
 * together with the session: with another session, in another environment, or changed, it is invalid.
 */
export const createVisitors = ({ key, environment, person, countryHeader, now }: Options): Visitors => {
  let quietUntil = 0;
  const stored = createVisitorCookie(key, environment, now);
  const countryOf = ({ headers }: IncomingMessage) => {
    const country = countryHeader === undefined ? undefined : headers[countryHeader];
    return typeof country === 'string' && /^[A-Z]{2}$/i.test(country) ? country.toUpperCase() : undefined;
  };
  const identify = async (session: string) => {
    if (now() < quietUntil) throw new Error('The service did not answer.');
    try {
      return await person(session);
    } catch (error) {
      quietUntil = now() + pause;
      throw error;
    }
  };
  const remembered: Visitors['remembered'] = (request, from) => {
    const { cookie: cookies = '' } = request.headers;
    const session = sessionCookie.exec(cookies)?.[1];
    const known = session === undefined ? undefined : stored.read(cookies, session);
    const draw = known?.draw ?? (from === undefined ? undefined : String(from));
    return { draw, country: countryOf(request), facts: known?.facts ?? nobody };
  };
  return {
    remembered,
    async of(request, response, set, from, isCheck = false) {
      const { cookie: cookies = '' } = request.headers;
      const session = sessionCookie.exec(cookies)?.[1];
      const rollouts = rolloutsIn(set);
      if (session === undefined || !dependsOnPerson(rollouts)) return remembered(request, from);
      const known = stored.read(cookies, session);
      const fresh = known !== undefined && stored.isRecent(known);
      const all = factsIn(rollouts);
      const wanted = hashOf(all);
      if (isCheck && fresh && known.wanted === wanted) return remembered(request, from);
      try {
        const found = await identify(session);
        const country = countryOf(request);
        if (!found) return { draw: from === undefined ? undefined : String(from), country, facts: nobody };
        const current = { draw: factOf('person', found.id), wanted, facts: factsOf(found, all) };
        const isSecure = request.headers['x-forwarded-proto'] === 'https';
        if (!fresh || !sameFacts(known, current)) stored.store(response, session, current, isSecure);
        return { ...current, country };
      } catch {
        return remembered(request, from);
      }
    },
  };
};
