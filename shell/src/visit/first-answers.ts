import type { KeyValue } from '@atrium/shared-kernel/remote';
import { hintKey } from './session-start.ts';

declare global {
  interface Window {
    /** Requests that the page's own script sent before this code was loaded, by URL. */
    firstAnswers?: Record<string, Promise<Response>>;
  }
}

/** Milliseconds from the start of the page in which the answers are used. Later changes are read again in any case. */
const fresh = 30_000;

/**
 * Answers the first calls of the page from the requests of its own script. Each is used once, and only if the service
 * answered it for the page's person, or for the expected one while that is unknown.
 */
export const withFirstAnswers =
  (send: typeof fetch, local: KeyValue): typeof fetch =>
  async (input, init = {}) => {
    const url = typeof input === 'string' ? input : '';
    const answers = window.firstAnswers ?? {};
    const first = answers[url];
    if (!first || init.method !== 'GET' || performance.now() > fresh) return send(input, init);
    delete answers[url];
    const answer = await first.catch(() => undefined);
    const person = answer?.headers.get('atrium-person');
    const expected = new Headers(init.headers).get('atrium-person') ?? local.get(hintKey) ?? person;
    if (answer && person && person === expected && !init.signal?.aborted) return answer;
    // An unread response would keep one of the browser's few connections busy.
    void answer?.body?.cancel();
    return send(input, init);
  };
