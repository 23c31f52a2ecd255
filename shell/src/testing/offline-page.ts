import { createClient } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Chat, Message } from '@atrium/shared-kernel/contracts/entities/chat';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { createSession } from '@atrium/shared-kernel/session';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { createFakeService, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { BehaviorSubject } from 'rxjs';
import { createOwnDeletions } from '../deferred/own-deletions.ts';
import { createEarlyCalls } from '../offline/early-calls.ts';
import { startOffline } from '../offline/offline.ts';

export const chatId = 'c'.repeat(24);
export const chatOf = (change: Partial<Chat> = {}): Chat => ({
  _id: chatId,
  title: 'Tea',
  tags: [],
  secure: false,
  createdDate: '2026-01-01T00:00:00.000Z',
  ...change,
});
export const messageOf = (index: number, change: Partial<Message> = {}): Message => ({
  _id: index.toString(16).padStart(24, '0'),
  prompt: `Question ${index}`,
  content: `Answer ${index}`,
  createdDate: '2026-01-01T00:00:00.000Z',
  pending: false,
  failed: false,
  thoughts: [],
  userFiles: [],
  ...change,
});

type Work = () => Promise<unknown>;
/** Locks of which only one caller holds each at a time, as in a browser. Those with options are shared. */
const fakeLocks = (): Pick<LockManager, 'request' | 'query'> => {
  const last = new Map<string, Promise<unknown>>();
  const held: { readonly name: string }[] = [];
  const hold = async (name: string, work: Work) => {
    const lock = { name };
    held.push(lock);
    try {
      return await work();
    } finally {
      held.splice(held.indexOf(lock), 1);
    }
  };
  const request = (name: string, ...[options, shared]: readonly [Work] | readonly [object, Work]) => {
    if (shared) return hold(name, shared);
    const turn = (last.get(name) ?? Promise.resolve()).then(() => hold(name, options as Work));
    last.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  };
  const query = () => Promise.resolve({ held: [...held] });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is used of it
  return { request, query } as unknown as Pick<LockManager, 'request' | 'query'>;
};

/** A browser with its service: the signed-in person, the state of the network, and what its tabs share. */
export const createBrowser = () => {
  const service = createFakeService();
  const state: { user: User | undefined; up: boolean } = { user: testUser(), up: true };
  service.answer(calls.session.getUser, () => {
    if (state.user) return state.user;
    throw failureOf('not-signed-in');
  });
  let locks = fakeLocks();
  const local = createFakeHost().storage.local;
  const tabs: { online$: BehaviorSubject<boolean> }[] = [];
  const send: typeof fetch = (...request) =>
    state.up ? service.fetch(...request) : Promise.reject(new TypeError('Failed to fetch'));

  /** A page whose offline features start with `start`. It may not know yet that there is no network. */
  const open = async ({ knows = true }: { knows?: boolean } = {}) => {
    const host = createFakeHost();
    const direct = createClient({
      baseUrl: '/api',
      fetch: send,
      onUnauthorized: () => undefined,
      onBadAnswer: (call, reason) => {
        throw new Error(`${call}: ${reason}`);
      },
    });
    const { client, early } = createEarlyCalls(direct);
    const session = createSession(client);
    session.authVersion$.subscribe((version) => {
      if (version > 0 && session.user$.value) local.set('session', session.user$.value._id);
    });
    const online$ = new BehaviorSubject(knows ? state.up : true);
    tabs.push({ online$ });
    const { outbox$ } = early;
    const reachable = () => {
      online$.next(state.up);
      return Promise.resolve(state.up);
    };
    const { bus, dialogs, attribution, storage } = host;
    const deletions = createOwnDeletions();
    const ports = { bus, dialogs, attribution, storage: { ...storage, local }, deletions };
    const start = () => startOffline({ ...ports, early, session, online$, reachable, locks });
    return { host, client, session, online$, outbox$, early, deletions, start };
  };
  const network = (up: boolean) => {
    state.up = up;
    for (const { online$ } of tabs) if (online$.value !== up) online$.next(up);
  };
  /** A tab whose person and queue are known. With `freshLocks`, the tab that held a lock is dead. */
  const openTab = async ({ freshLocks = false }: { freshLocks?: boolean } = {}) => {
    if (freshLocks) locks = fakeLocks();
    const tab = await open();
    const queue = tab.start();
    await tab.session.refresh().catch(() => undefined);
    return { ...tab, queue, outbox: tab.outbox$.value! };
  };
  return { service, state, network, open, openTab };
};
export type Browser = ReturnType<typeof createBrowser>;
