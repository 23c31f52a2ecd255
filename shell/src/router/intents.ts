import type { KeyValue } from '@atrium/shared-kernel/remote';
import * as z from 'zod/mini';
import { isId } from './is-id.ts';

/** What a visitor's link asked for, kept over the login that comes between. */
export interface Intents {
  /** Remembers the team, agent, invitation or shared chat in a query; a query without one changes nothing. */
  keep(search: string): void;
  /** The remembered query, once; undefined where there is none or it is older than an hour. */
  take(): string | undefined;
}

const storageKey = 'intent';
const longest = 3_600_000;
const names = ['team', 'agent', 'joinTeamId', 'id'] as const;
type Name = (typeof names)[number];

/** `id` names the link of a shared chat. */
const isValid = (name: Name, id: string | null): id is string =>
  name === 'id' ? id !== null && /^[\w-]{1,64}$/.test(id) : isId(id);

const stored = () => z.object({ name: z.enum(names), id: z.string(), until: z.number() });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Intents in the session storage of the browser: one at a time, ids only, for an hour. */
export const createIntents = (session: KeyValue, now: () => number = Date.now): Intents => ({
  keep(search) {
    const query = new URLSearchParams(search);
    const name = names.find((one) => isValid(one, query.get(one)));
    if (name) session.set(storageKey, JSON.stringify({ name, id: query.get(name), until: now() + longest }));
  },
  take() {
    const { success, data } = stored().safeParse(parsed(session.get(storageKey) ?? ''));
    session.remove(storageKey);
    if (!success || !isValid(data.name, data.id) || data.until < now() || data.until > now() + longest)
      return undefined;
    return `?${new URLSearchParams({ [data.name]: data.id })}`;
  },
});
