/** Milliseconds after the answer to a deletion in which its change may still be announced. */
const grace = 5000;

/** The chats that this page itself deletes: their end is no news for it. */
export interface OwnDeletions {
  readonly has: (chatId: string) => boolean;
  /** Deletes chats by `request`. */
  readonly during: <T>(chatIds: readonly string[], request: () => Promise<T>) => Promise<T>;
}

export const createOwnDeletions = (now: () => number = Date.now): OwnDeletions => {
  /** Until when the end of a chat is expected. */
  const expected = new Map<string, number>();
  return {
    has: (chatId) => (expected.get(chatId) ?? 0) > now(),
    async during(chatIds, request) {
      // Changes are often announced before the answer arrives.
      for (const chatId of chatIds) expected.set(chatId, Number.POSITIVE_INFINITY);
      try {
        const answer = await request();
        for (const chatId of chatIds) expected.set(chatId, now() + grace);
        return answer;
      } catch (error) {
        for (const chatId of chatIds) expected.delete(chatId);
        throw error;
      }
    },
  };
};
