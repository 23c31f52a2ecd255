import type { KeyValue } from '@atrium/shared-kernel/remote';
import { isId } from './is-id.ts';

/** Stores what a visitor's link asked for until after the login. */
export interface Intents {
  /** Stores the team, agent or shared chat in a query. A query without one changes nothing. */
  store(search: string): void;
  /** The stored query, once. Undefined if there is none or it is older than an hour. */
  consume(): string | undefined;
}

const storageKey = 'intent';
/** Milliseconds. */
const maxAge = 3_600_000;
const names = ['team', 'agent', 'id'] as const;
type Name = (typeof names)[number];

/** `id` names the link of a shared chat. */
const isValid = (name: Name, id: string | null): id is string =>
  name === 'id' ? id !== null && /^[\w-]{1,64}$/.test(id) : isId(id);

/** Intents in the session storage of the browser: one at a time, ids only, for an hour. */
export const createIntents = (session: KeyValue, now: () => number = Date.now): Intents => ({
  store(search) {
    const query = new URLSearchParams(search);
    const name = names.find((one) => isValid(one, query.get(one)));
    if (name) session.set(storageKey, `${now() + maxAge} ${name} ${query.get(name)}`);
  },
  consume() {
    const [until, stored, id = null] = (session.get(storageKey) ?? '').split(' ');
    session.remove(storageKey);
    const name = names.find((one) => one === stored && isValid(one, id));
    const left = Number(until) - now();
    return name && left >= 0 && left <= maxAge ? `?${new URLSearchParams({ [name]: id ?? '' })}` : undefined;
  },
});
