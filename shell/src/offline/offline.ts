import { busyChanged } from '#contracts/events/chat';
import { CallFailure } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import type { Client, Host } from '@atrium/shared-kernel/remote';
import { createSaveQueue } from '@atrium/shared-kernel/save-queue';
import type { OwnedSession } from '@atrium/shared-kernel/session';
import { distinctUntilChanged, filter, map, skip } from 'rxjs';
import type { OwnDeletions } from '../deferred/own-deletions.ts';
import { accessKey, hintKey } from '../visit/session-start.ts';
import { type Copies, createCopies, isCopied } from './copies.ts';
import { createOfflineDatabase, type WaitingItem } from './database.ts';
import { type CallHandler, type EarlyCalls, signOuts } from './early-calls.ts';
import { createOutbox } from './outbox.ts';
import { createReading, idsIn, type Reading } from './reading.ts';
import { refetchAll, refreshChange } from './screens.ts';
import { createRecordings, type RecordingLocation } from './recordings.ts';
import { createSendWaiting } from './send-waiting.ts';
import { waitingCalls } from './waiting-calls.ts';
import { createWaitingQueue, type WaitingQueue } from './waiting-queue.ts';
import { createWaitingStore } from './waiting-store.ts';

interface Ports extends Pick<Host, 'bus' | 'dialogs' | 'online$' | 'storage' | 'attribution'> {
  readonly early: EarlyCalls;
  readonly session: OwnedSession;
  readonly deletions: OwnDeletions;
  /** Probes whether the service can be reached. */
  readonly reachable: () => Promise<boolean>;
  readonly locks?: Pick<LockManager, 'request' | 'query'> | undefined;
}

const stayed = 'You’re still logged in.';

/** Logging out loses what was not sent, so people are asked first. Without a network nobody can log out. */
const confirmLoss = async (
  { dialogs, online$ }: Ports,
  changes: number,
  location?: RecordingLocation,
): Promise<void> => {
  const lost = changes + Number(location !== undefined);
  if (lost === 0 || !online$.value) return;
  const unsent = changes === 1 ? 'One change hasn’t' : `${changes} changes haven’t`;
  const sentences = [
    ...(changes > 0 ? [`${unsent} reached Atrium yet.`] : []),
    ...(location ? [`Your voice recording${location === 'here' ? '' : ' in another tab'} isn’t sent yet.`] : []),
    `If you log out now, you lose ${lost === 1 ? 'it' : 'them'}.`,
  ];
  const confirmed = await dialogs.confirm({
    title: changes === 0 ? 'Log out and lose your recording?' : 'Log out and lose changes?',
    message: sentences.join(' '),
    confirm: 'Log out',
    danger: true,
  });
  if (!confirmed) throw new CallFailure(0, '', { msg: stayed }, stayed);
};

/** The session is over, so a page that is loaded without an answer of the service shows nobody's data. */
const forgetPerson = async ({ storage: { local } }: Ports, copies: Copies): Promise<void> => {
  local.remove(hintKey);
  local.set(accessKey, 'visitor');
  await copies.retainOnly(undefined);
};

/** Whether something that a call concerns has changes that still wait. The call must not overtake them. */
const isBehind = ({ items$ }: WaitingQueue, input: unknown): boolean => {
  const ids = idsIn(input);
  return items$.value.some(({ state, subjects }) => state !== 'refused' && subjects.some((id) => ids.includes(id)));
};

/** Adds a change to the queue. Returns the answer for its caller, or undefined if the change cannot wait. */
const enqueue = async (
  queue: WaitingQueue,
  reading: Reading,
  [call, input, basedOn]: readonly [call: CallDef, input: unknown, basedOn: string | undefined],
): Promise<unknown> => {
  const person = reading.person();
  const plan = person === undefined ? undefined : await waitingCalls.get(call.name)?.plan(input, reading.known(person));
  if (!plan) return undefined;
  const { answer, ...item } = plan;
  const added = await queue.after((store, owner) => store.add(owner, { ...item, call: call.name, basedOn }));
  return added ? answer : undefined;
};

/**
 * Handles each call of the page with the copies and the queue. Changes of the profile are sent one after the other,
 * whichever remote makes them.
 */
const createCallHandler = (ports: Ports, queue: WaitingQueue, reading: Reading, copies: Copies): CallHandler => {
  const { bus, deletions, locks, online$ } = ports;
  const recordings = createRecordings(locks);
  bus.on(busyChanged).subscribe(({ recording = false }) => recordings.set(recording));
  const saves = createSaveQueue(globalThis);
  return async (request, call, input, options) => {
    if (isCopied(call)) return reading.handle(request, call, input);
    const person = reading.person();
    if (waitingCalls.has(call.name) && (!online$.value || isBehind(queue, input))) {
      const answer = await enqueue(queue, reading, [call, input, options?.basedOn]);
      if (answer !== undefined) return answer;
    }
    if (call.name === calls.profile.updateUser.name) return saves.run(undefined, request);
    const logsOut = call.name === calls.auth.logout.name;
    // A page that has just been loaded may not have read the queue yet.
    if (logsOut) await reading.ready();
    if (logsOut) await confirmLoss(ports, queue.items$.value.length, await recordings.location());
    // What waits in the queue outlives the end of all sessions.
    if (call.name === calls.session.endAllSessions.name) await confirmLoss(ports, 0, await recordings.location());
    const deletes = call.name === calls.chat.clearChat.name || call.name === calls.chat.deleteChats.name;
    const answer = await (deletes ? deletions.during(idsIn(input), request) : request());
    if (signOuts.has(call.name)) await forgetPerson(ports, copies);
    const forgets = logsOut || call.name === calls.profile.deleteUser.name;
    if (forgets && person !== undefined) await queue.clear(person);
    if (deletes && person !== undefined) void copies.forgetChats(person, idsIn(input));
    return answer;
  };
};

/** Who is signed in, as soon as that is known and whenever it changes. */
const personOf = ({ authVersion$, user$ }: OwnedSession) =>
  authVersion$.pipe(
    filter((version) => version > 0),
    map(() => user$.value),
  );

/**
 * Makes the calls of the page work without a network: reads are answered from copies, and changes that can wait are
 * queued. They are queued with a network as well while earlier ones of the same thing wait. A call that is made and
 * fails stays failed, unless the service cannot be reached at all.
 */
export const startOffline = (ports: Ports): WaitingQueue => {
  const { early, bus, online$, session, storage, attribution, reachable } = ports;
  const { locks = (navigator as Partial<Pick<Navigator, 'locks'>>).locks } = ports;
  const database = createOfflineDatabase();
  const copies = createCopies(database);
  const store = createWaitingStore(database);
  const openChannel = 'BroadcastChannel' in globalThis ? (name: string) => new BroadcastChannel(name) : undefined;
  const queue = createWaitingQueue(store, openChannel);
  const { items$, changed$ } = queue;
  const { local } = storage;
  let ready = Promise.resolve();
  const reading = createReading({
    copies,
    items$,
    online$,
    session,
    local,
    direct: early.direct,
    reachable,
    ready: () => ready,
  });
  ready = queue.show(reading.person());

  // The answers to the queue's own calls are copied, because screens show them next: the true title of a chat, for
  // example, after a new one was refused.
  const client: Client = {
    ...early.direct,
    async call(call, input, options) {
      const answer = await early.direct.call(call, input, options);
      await reading.store(call, input, answer);
      return answer;
    },
  };
  const { outbox, sent } = createOutbox({ queue, client, bus, attribution });
  const sender = () => (online$.value && session.authVersion$.value > 0 ? session.user$.value?._id : undefined);
  const { begin, resume } = createSendWaiting({ client, queue, sender, locks, sent });

  early.handOver(createCallHandler({ ...ports, locks }, queue, reading, copies), outbox);
  for (const answered of early.answers.splice(0)) void reading.store(...answered);

  const person$ = personOf(session);
  person$.subscribe((user) => user && void copies.write(user._id, calls.session.getUser, {}, user));
  const personId$ = person$.pipe(
    map((user) => user?._id),
    distinctUntilChanged(),
  );
  const show = (item: WaitingItem) => {
    const person = reading.person();
    if (person !== undefined) void refreshChange(bus, item, reading.known(person));
  };
  // Another tab may have queued changes before this page knew of the queue, and after it had read its lists.
  const showAll = () => items$.value.filter(({ state }) => state !== 'refused').forEach(show);
  personId$.subscribe((person) => {
    void copies.retainOnly(person);
    ready = queue.show(person);
    void ready.then(showAll).then(resume);
  });
  items$.subscribe(begin);
  changed$.subscribe(show);
  online$.pipe(skip(1), filter(Boolean)).subscribe(() => {
    resume();
    if (reading.wasCopied()) refetchAll(bus);
  });
  void store.dropOld();
  return queue;
};
