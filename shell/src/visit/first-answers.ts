import type { KeyValue } from '@atrium/shared-kernel/remote';
import { hintKey } from './session-start.ts';

declare global {
  interface Window {
    /** What the page asked for before this code was there, by address. */
    firstAnswers?: Record<string, Promise<Response>>;
  }
}

/** Milliseconds from the start of the page. What changes from then on is read again in any case. */
const fresh = 30_000;

/**
 * Answers the first calls of the page with what its own script asked for meanwhile: once each, and only with what the
 * service gave to the page's person, or to whom this browser expects before that is known.
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
    init.signal?.throwIfAborted();
    const person = answer?.headers.get('atrium-person');
    const expected = new Headers(init.headers).get('atrium-person') ?? local.get(hintKey) ?? person;
    if (answer && person && person === expected) return answer;
    // What nobody reads would hold one of the browser's few connections.
    void answer?.body?.cancel();
    return send(input, init);
  };
