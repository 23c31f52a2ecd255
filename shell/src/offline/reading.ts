import { isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { CallDef, Infer, InferInput } from '@atrium/shared-kernel/contracts/define';
import { isId } from '@atrium/shared-kernel/contracts/id';
import type { Behavior, KeyValue } from '@atrium/shared-kernel/remote';
import type { OwnedSession } from '@atrium/shared-kernel/session';
import { hintKey } from '../visit/session-start.ts';
import { type Copies, isCopied } from './copies.ts';
import type { WaitingItem } from './database.ts';
import { type Around, isUnreachable } from './early-calls.ts';
import type { Known } from './waiting-calls.ts';
import { withWaiting } from './with-waiting.ts';

interface Ports {
  readonly copies: Copies;
  readonly items$: Behavior<readonly WaitingItem[]>;
  readonly online$: Behavior<boolean>;
  readonly session: Pick<OwnedSession, 'person'>;
  readonly local: KeyValue;
  /** Asks whether the service can be reached. */
  readonly reachable: () => Promise<boolean>;
  /** Resolves when what waits is known. */
  readonly ready: () => Promise<void>;
}

export interface Reading {
  /** The person of the page; before the service has answered once, the person of the browser's last visit. */
  readonly person: () => string | undefined;
  readonly around: Around;
  /** Copies what was answered past `around`. */
  readonly remember: (call: CallDef, input: unknown, answer: unknown) => Promise<void>;
  /** What is known of a person's things, with what waits. */
  readonly known: (person: string) => Known;
  /** Whether something on the screen is a copy; asked, it is forgotten. */
  readonly wasCopied: () => boolean;
}

/** The ids of the chats that a call is made for. */
export const chatIdsIn = (input: unknown): readonly string[] => {
  const asked: unknown[] = typeof input === 'object' && input !== null ? Object.values(input) : [];
  return asked.flat().filter(isId);
};

const personOf = (session: Ports['session'], local: KeyValue): string | undefined => {
  const whose = session.person() ?? local.get(hintKey);
  return whose === 'none' ? undefined : whose;
};

/** Answers questions from copies where there is no network, and copies the answers where there is one. */
export const createReading = ({ copies, items$, online$, session, local, reachable, ready }: Ports): Reading => {
  let copied = false;
  const person = () => personOf(session, local);
  const tagsOf = async (whose: string) => (await copies.read(whose, calls.tags.listTags, {}))?.tags ?? [];
  const shownAs = <T>(whose: string, call: CallDef, answer: T) =>
    withWaiting(
      call,
      answer,
      // Screens show what is true; what was refused stands in the list.
      items$.value.filter(({ state }) => state !== 'refused'),
      () => tagsOf(whose),
    );
  const copyOf = async <C extends CallDef>(
    whose: string | undefined,
    call: C,
    input: InferInput<C['input']>,
  ): Promise<Infer<C['output']> | undefined> => {
    if (whose === undefined) return undefined;
    const copy = await copies.read(whose, call, input);
    return copy === undefined ? undefined : shownAs<Infer<C['output']>>(whose, call, copy);
  };
  const remember: Reading['remember'] = async (call, input, answer) => {
    const whose = person();
    // Whose answer it is, the user says: it is copied with the session.
    if (whose !== undefined && isCopied(call) && call.name !== calls.session.getUser.name)
      await copies.write(whose, call, input, answer);
  };
  const fromCopy: Around = async (fail, call, input) => {
    await ready();
    const copy = await copyOf(person(), call, input);
    if (copy === undefined) return fail();
    copied = true;
    return copy;
  };

  return {
    person,
    remember,
    async around(ask, call, input) {
      const whose = person();
      if (!online$.value) return fromCopy(ask, call, input);
      try {
        const answer = await ask();
        if (whose === person()) void remember(call, input, answer);
        return whose === undefined ? answer : await shownAs(whose, call, answer);
      } catch (error) {
        if (whose !== undefined && isFailure(error, calls.chat.focusChat, 'unknown-chat'))
          void copies.forgetChats(whose, chatIdsIn(input));
        if (!isUnreachable(error) || (online$.value && (await reachable()))) throw error;
        return fromCopy(() => Promise.reject(error), call, input);
      }
    },
    known: (whose) => ({
      chat: async (chatId) => (await copyOf(whose, calls.chat.focusChat, { chatId }))?.chat,
      tags: async () => (await shownAs(whose, calls.tags.listTags, { tags: await tagsOf(whose) })).tags,
    }),
    wasCopied() {
      const was = copied;
      copied = false;
      return was;
    },
  };
};
