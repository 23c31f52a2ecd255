import type { KeyValue } from '@atrium/shared-kernel/remote';
import { isId } from './is-id.ts';

/** What a visitor's link asked for, kept over the login that comes between. */
export interface Intents {
  /** Remembers the team, agent, invitation or shared chat in a query; a query without one changes nothing. */
  store(search: string): void;
  /** The remembered query, once; undefined where there is none or it is older than an hour. */
  consume(): string | undefined;
}

const storageKey = 'intent';
const longest = 3_600_000;
const names = ['team', 'agent', 'joinTeamId', 'id'] as const;
type Name = (typeof names)[number];

/** `id` names the link of a shared chat. */
const isValid = (name: Name, id: string | null): id is string =>
  name === 'id' ? id !== null && /^[\w-]{1,64}$/.test(id) : isId(id);

/** Intents in the session storage of the browser: one at a time, ids only, for an hour. */
export const createIntents = (session: KeyValue, now: () => number = Date.now): Intents => ({
  store(search) {
    const query = new URLSearchParams(search);
    const name = names.find((one) => isValid(one, query.get(one)));
    if (name) session.set(storageKey, `${now() + longest} ${name} ${query.get(name)}`);
  },
  consume() {
    const [until, stored, id = null] = (session.get(storageKey) ?? '').split(' ');
    session.remove(storageKey);
    const name = names.find((one) => one === stored && isValid(one, id));
    const left = Number(until) - now();
    return name && left >= 0 && left <= longest ? `?${new URLSearchParams({ [name]: id ?? '' })}` : undefined;
  },
});
