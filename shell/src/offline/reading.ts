import { isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { CallDef, Infer, InferInput } from '@atrium/shared-kernel/contracts/define';
import { isId } from '@atrium/shared-kernel/contracts/id';
import type { Behavior, Client, KeyValue } from '@atrium/shared-kernel/remote';
import type { OwnedSession } from '@atrium/shared-kernel/session';
import { hintKey } from '../visit/session-start.ts';
import { type Copies, isCopied } from './copies.ts';
import type { WaitingItem } from './database.ts';
import { type CallHandler, isUnreachable } from './early-calls.ts';
import type { Known } from './waiting-calls.ts';
import { withWaiting } from './with-waiting.ts';

interface Ports {
  readonly copies: Copies;
  readonly items$: Behavior<readonly WaitingItem[]>;
  readonly online$: Behavior<boolean>;
  readonly session: Pick<OwnedSession, 'person'>;
  readonly local: KeyValue;
  /** Calls the service, without the offline features. */
  readonly direct: Pick<Client, 'call'>;
  /** Probes whether the service can be reached. */
  readonly reachable: () => Promise<boolean>;
  /** Resolves when the waiting changes are known. */
  readonly ready: () => Promise<void>;
}

export interface Reading extends Pick<Ports, 'ready'> {
  /** The person of the page; before the service has answered once, the person of the browser's last visit. */
  readonly person: () => string | undefined;
  readonly handle: CallHandler;
  /** Copies an answer to a call that `handle` did not handle. */
  readonly store: (call: CallDef, input: unknown, answer: unknown) => Promise<void>;
  /** What the copies say about the chats and collections of a person, with waiting changes applied. */
  readonly known: (person: string) => Known;
  /** Whether something on the screen is a copy. Reading this resets it. */
  readonly wasCopied: () => boolean;
}

/** The ids in the input of a call, such as those of the chats that it is made for. */
export const idsIn = (input: unknown): readonly string[] => {
  const values: unknown[] = typeof input === 'object' && input !== null ? Object.values(input) : [];
  return values.flat().filter(isId);
};

const personOf = (session: Ports['session'], local: KeyValue): string | undefined => {
  const personId = session.person() ?? local.get(hintKey);
  return personId === 'none' ? undefined : personId;
};

/** Learns which of the chats that a list no longer has exist. After a failure, the next list asks again. */
const createMissingSearch = ({
  copies,
  direct,
  person,
}: Pick<Ports, 'copies' | 'direct'> & Pick<Reading, 'person'>) => {
  let last = Promise.resolve();
  let isQueued = false;
  const search = async () => {
    isQueued = false;
    const personId = person();
    const missing = personId === undefined ? [] : await copies.missing(personId);
    for (const chatId of missing) {
      if (personId === undefined || personId !== person()) return;
      try {
        const answer = await direct.call(calls.chat.focusChat, { chatId });
        if (personId === person()) await copies.write(personId, calls.chat.focusChat, { chatId }, answer);
      } catch (error) {
        // A service that cannot answer this question is spared the others.
        if (!isFailure(error, calls.chat.focusChat, 'unknown-chat')) return;
        await copies.forgetChats(personId, [chatId]);
      }
    }
  };
  /** One after the other, so that no chat is asked for twice. A queued one covers all lists that are read until then. */
  return () => {
    if (isQueued) return;
    isQueued = true;
    last = last.then(search);
  };
};

const onlyFailing: CallHandler = (fail) => fail();

/** Answers calls from copies while there is no network, and copies the answers while there is one. */
export const createReading = (ports: Ports): Reading => {
  const { copies, items$, online$, session, local, direct, reachable, ready } = ports;
  let copied = false;
  const person = () => personOf(session, local);
  const findMissing = createMissingSearch({ copies, direct, person });
  const tagsOf = async (personId: string) => (await copies.read(personId, calls.tags.listTags, {}))?.tags ?? [];
  const shownAs = <T>(personId: string, call: CallDef, answer: T) =>
    withWaiting(
      call,
      answer,
      // A refused change is not shown as done. It stays in the list of waiting changes.
      items$.value.filter(({ state }) => state !== 'refused'),
      () => tagsOf(personId),
    );
  const copyOf = async <C extends CallDef>(
    personId: string | undefined,
    call: C,
    input: InferInput<C['input']>,
  ): Promise<Infer<C['output']> | undefined> => {
    if (personId === undefined) return undefined;
    return copies.read(personId, call, input, (copy) => shownAs<Infer<C['output']>>(personId, call, copy));
  };
  const store: Reading['store'] = async (call, input, answer) => {
    const personId = person();
    // The user is copied with the session instead, because this answer itself says whose it is.
    if (personId !== undefined && isCopied(call) && call.name !== calls.session.getUser.name)
      await copies.write(personId, call, input, answer);
    if (call.name === calls.chat.listChats.name) findMissing();
  };
  const fromCopy: CallHandler = async (fail, call, input) => {
    await ready();
    const copy = await copyOf(person(), call, input);
    if (copy === undefined) return fail();
    copied = true;
    return copy;
  };
  /** The copy of the user is for the first answer of a page. Later, only the service knows whether they left. */
  const isAskedAgain = ({ name }: CallDef) => name === calls.session.getUser.name && session.person() !== undefined;

  return {
    person,
    ready,
    store,
    async handle(request, call, input) {
      const personId = person();
      const instead = isAskedAgain(call) ? onlyFailing : fromCopy;
      if (!online$.value) return instead(request, call, input);
      try {
        const answer = await request();
        if (personId === person()) void store(call, input, answer);
        return personId === undefined ? answer : await shownAs(personId, call, answer);
      } catch (error) {
        if (personId !== undefined && isFailure(error, calls.chat.focusChat, 'unknown-chat'))
          void copies.forgetChats(personId, idsIn(input));
        if (!isUnreachable(error) || (online$.value && (await reachable()))) throw error;
        return instead(() => Promise.reject(error), call, input);
      }
    },
    known: (personId) => ({
      chat: async (chatId) => (await copyOf(personId, calls.chat.focusChat, { chatId }))?.chat,
      tags: async () => (await shownAs(personId, calls.tags.listTags, { tags: await tagsOf(personId) })).tags,
    }),
    wasCopied() {
      const was = copied;
      copied = false;
      return was;
    },
  };
};
