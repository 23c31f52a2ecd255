import type { KeyValue } from '@atrium/shared-kernel/remote';

const storageKey = 'firstQuestion';
/** Milliseconds. Long enough to sign up and pay, but the next user of this browser does not find it weeks later. */
const maxAge = 24 * 60 * 60 * 1000;

/** Maximum characters of the field. */
export const firstQuestionMax = 10_000;

/**
 * What a visitor asked before signing up. It stays in this browser, never in a URL, until it becomes the draft of a
 * user who can chat.
 */
export const createFirstQuestion = (local: KeyValue, now: () => number = Date.now) => {
  const read = (): string => {
    const [, since = '', text = ''] = /^(\d+) (.*)$/s.exec(local.get(storageKey) ?? '') ?? [];
    const age = now() - Number(since);
    return age >= 0 && age <= maxAge ? text : '';
  };
  return {
    read,
    save(text: string) {
      if (text.trim() === '') local.remove(storageKey);
      else local.set(storageKey, `${now()} ${text}`);
    },
    /** Reads and removes the question, so that another tab finds nothing. */
    consume(): string {
      const text = read();
      local.remove(storageKey);
      return text;
    },
  };
};
