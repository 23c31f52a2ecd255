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

/** Milliseconds until a call counts as slow, until a probe fails, and between two probes. */
const times = { call: 8000, answer: 5000, again: [2000, 4000, 8000, 16_000, 30_000] } as const;

/** Statuses by which the edge answers when it cannot reach the service. */
const isFromEdge = ({ status }: Response) => status >= 502 && status <= 504;

/** Probes the service with one small request. */
const isReached = async (send: typeof fetch): Promise<boolean> => {
  const control = new AbortController();
  const late = setTimeout(() => control.abort(), times.answer);
  try {
    const response = await send('/api/ping', { cache: 'no-store', signal: control.signal });
    // An answer that is not read to its end holds its connection.
    await response.text();
    return !isFromEdge(response);
  } catch {
    // A failure is the answer.
    return false;
  } finally {
    clearTimeout(late);
  }
};

/**
 * Notices a network that is up but carries nothing. When a call fails or hangs, a probe shows whether the service answers at
 * all, and the page gets the browser's own events `offline` and `online`. The probe is repeated until it is answered.
 * Returns the probe.
 */
export const watchNetwork = ({ network, online$, page, failures$ }: Ports): (() => Promise<boolean>) => {
  const { send } = network;
  /** Requests without an answer so far. They only read, so they can be aborted. */
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
    // Hanging requests fail now, and can be retried when the network is back.
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
    // The browser reports when the network is back.
    if (!page.navigator.onLine) return Promise.resolve(false);
    asking ??= question();
    return asking;
  };

  network.send = async (input, init) => {
    const own = new AbortController();
    const hangs = setTimeout(() => void ask(), online$.value ? times.call : 0);
    // A change may have arrived even if its answer did not, so it is never aborted here.
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
