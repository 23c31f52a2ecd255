import type { Behavior } from '@atrium/shared-kernel/remote';
import type { Observable } from 'rxjs';

interface Ports {
  /** Sends all calls of the client; watched from now on. */
  readonly network: { send: typeof fetch };
  readonly online$: Behavior<boolean>;
  readonly page: Pick<Window, 'dispatchEvent'> & { readonly navigator: Pick<Navigator, 'onLine'> };
  /** Code of a remote that did not come. */
  readonly failures$: Observable<unknown>;
}

/** Milliseconds: for a call to be answered, for the question whether anything is, and between these questions. */
const times = { call: 8000, answer: 5000, again: [2000, 4000, 8000, 16_000, 30_000] } as const;

/** The edge answers for a service that it does not reach. */
const isFromEdge = ({ status }: Response) => status >= 502 && status <= 504;

/** Whether one small question is answered by the service. */
const isReached = async (send: typeof fetch): Promise<boolean> => {
  const control = new AbortController();
  const late = setTimeout(() => control.abort(), times.answer);
  try {
    const response = await send('/api/ping', { cache: 'no-store', signal: control.signal });
    // An answer that is not read to its end holds its connection.
    await response.text();
    return !isFromEdge(response);
  } catch {
    // That it fails is what was asked.
    return false;
  } finally {
    clearTimeout(late);
  }
};

/**
 * Notices a network that is up and carries nothing: where a call fails or hangs, one small question shows whether the
 * product answers at all. The page learns it by the browser's own events `offline` and `online`, as whoever listens to
 * these expects. Only as long as there is no answer the question is repeated. Returns what asks it: whether it is answered.
 */
export const watchNetwork = ({ network, online$, page, failures$ }: Ports): (() => Promise<boolean>) => {
  const { send } = network;
  /** Questions that wait for their answer to begin; they ask for something and so may be ended. */
  const reading = new Set<AbortController>();
  let asking: Promise<boolean> | undefined;
  let tries = 0;
  let next: ReturnType<typeof setTimeout> | undefined;
  const announce = (online: boolean) => {
    if (online !== online$.value) page.dispatchEvent(new Event(online ? 'online' : 'offline'));
  };
  const answered = () => {
    clearTimeout(next);
    tries = 0;
    if (page.navigator.onLine) announce(true);
  };
  const lost = () => {
    announce(false);
    // What hangs fails now, and can be tried again when the network is back.
    for (const one of reading) one.abort();
    next = setTimeout(() => void ask(), times.again[Math.min(tries, times.again.length - 1)]);
    tries += 1;
  };
  const question = async (): Promise<boolean> => {
    const reached = await isReached(send);
    asking = undefined;
    if (reached) answered();
    else lost();
    return reached;
  };
  const ask = (): Promise<boolean> => {
    clearTimeout(next);
    // The browser itself says when there is a network again.
    if (!page.navigator.onLine) return Promise.resolve(false);
    asking ??= question();
    return asking;
  };

  network.send = async (input, init) => {
    const own = new AbortController();
    const hangs = setTimeout(() => void ask(), online$.value ? times.call : 0);
    // A change may have arrived where its answer did not: it is never ended from here.
    if ((init?.method ?? 'GET') === 'GET') reading.add(own);
    try {
      const response = await send(input, { ...init, signal: AbortSignal.any([own.signal, init?.signal ?? []].flat()) });
      if (isFromEdge(response)) void ask();
      else answered();
      return response;
    } catch (error) {
      if (own.signal.aborted) throw new TypeError('The network does not answer.', { cause: error });
      if (!init?.signal?.aborted) void ask();
      throw error;
    } finally {
      clearTimeout(hangs);
      reading.delete(own);
    }
  };
  failures$.subscribe(() => void ask());
  return ask;
};
