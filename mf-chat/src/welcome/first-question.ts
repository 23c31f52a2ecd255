import type { KeyValue } from '@atrium/shared-kernel/remote';

const storageKey = 'firstQuestion';
/** Milliseconds. Long enough to sign up and pay; the next person at this browser does not find it weeks later. */
const longest = 24 * 60 * 60 * 1000;

/** As many characters as the field takes. */
export const firstQuestionMax = 10_000;

/**
 * What a visitor asked before there was an account. It stays in this browser, never in an address, until it becomes the
 * draft of whoever may chat here.
 */
export const createFirstQuestion = (local: KeyValue, now: () => number = Date.now) => {
  const read = (): string => {
    const [, since = '', text = ''] = /^(\d+) (.*)$/s.exec(local.get(storageKey) ?? '') ?? [];
    const age = now() - Number(since);
    return age >= 0 && age <= longest ? text : '';
  };
  return {
    read,
    save(text: string) {
      if (text.trim() === '') local.remove(storageKey);
      else local.set(storageKey, `${now()} ${text}`);
    },
    /** Once: another tab finds nothing. */
    take(): string {
      const text = read();
      local.remove(storageKey);
      return text;
    },
  };
};
