import type { KeyValue } from '@atrium/shared-kernel/remote';
import { isId } from '@atrium/shared-kernel/contracts/id';

/** Stores what the address of a visitor's page asked for until after the login. */
export interface Intents {
  /**
   * Stores the team, agent or shared chat in a query, or the chat, agent or collection that `person` had open. A query
   * without one changes nothing.
   */
  store(search: string, person?: string): void;
  /** The stored query, once. Undefined if there is none for `person` or it is older than an hour. */
  consume(person: string): string | undefined;
}

const storageKey = 'intent';
/** Milliseconds. */
const maxAge = 3_600_000;
/** `id` names the link of a shared chat. */
const links = ['team', 'agent', 'id'] as const;
/** What a person had open means nothing to another one. */
const names = [...links, 'chat', 'flow', 'collection'] as const;
type Name = (typeof names)[number];

const isValid = (name: Name, id: string | null): id is string =>
  name === 'id' ? id !== null && /^[\w-]{1,64}$/.test(id) : isId(id);
const isLink = (name: Name) => links.some((one) => one === name);

/** Intents in the session storage of the browser: one at a time, ids only, for an hour. */
export const createIntents = (session: KeyValue, now: () => number = Date.now): Intents => ({
  store(search, person) {
    const query = new URLSearchParams(search);
    const name = names.find((one) => isValid(one, query.get(one)));
    if (name && (person || isLink(name)))
      session.set(storageKey, `${now() + maxAge} ${name} ${query.get(name)} ${person}`);
  },
  consume(person) {
    const [until, stored, id = null, owner] = (session.get(storageKey) ?? '').split(' ');
    session.remove(storageKey);
    const name = names.find((one) => one === stored && isValid(one, id));
    const left = Number(until) - now();
    const isMeant = name && (owner === person || isLink(name));
    return isMeant && left >= 0 && left <= maxAge ? `?${name}=${id}` : undefined;
  },
});
