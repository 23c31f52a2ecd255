import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Behavior } from '@atrium/shared-kernel/remote';
import type { Observable } from 'rxjs';

interface Ports {
  /** Sends all calls of the client; watched from now on. */
  readonly network: { send: typeof fetch };
  readonly online$: Behavior<boolean>;
  readonly page: Pick<Window, 'dispatchEvent'> & { readonly navigator: Pick<Navigator, 'onLine'> };
  /** Failures of remotes, such as code that did not load. */
  readonly failures$: Observable<unknown>;
}

/** Milliseconds until a call counts as slow, until a probe fails, and between two probes. */
const times = { call: 8000, answer: 5000, retry: [2000, 4000, 8000, 16_000, 30_000] } as const;

/** Statuses by which the edge answers when it cannot reach the service. */
const isFromEdge = ({ status }: Response) => status >= 502 && status <= 504;

/**
 * A response whose body has come; `progress` is called for each part of it. Streams of lines have no end to wait for, and
 * the status of a failure says enough without its body.
 */
const whole = async (response: Response, progress: () => void, signal: AbortSignal): Promise<Response> => {
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  if (!response.ok || !response.body || !isJson) return response;
  const parts = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, to) {
      progress();
      to.enqueue(part);
    },
  });
  const body = await new Response(response.body.pipeThrough(parts, { signal })).arrayBuffer();
  return new Response(body, response);
};

/** Rejects with the abort of `signal`, unless `over` is aborted first: a signal may live as long as the page. */
const abortOf = async (signal: AbortSignal, over: AbortSignal): Promise<never> => {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { signal: over }));
  throw signal.reason;
};

/** Whether a request changes nothing. One chat is read by a POST. */
const isRead = (input: Parameters<typeof fetch>[0], { method = 'GET' }: RequestInit = {}): boolean =>
  method === 'GET' || (typeof input === 'string' && input.endsWith(calls.chat.focusChat.path));

/** Probes the service with one small request. */
const isReached = async (send: typeof fetch): Promise<boolean> => {
  const control = new AbortController();
  const timeout = setTimeout(() => control.abort(), times.answer);
  try {
    const response = await send('/api/ping', { cache: 'no-store', signal: control.signal });
    // A response that is not read to its end keeps its connection busy.
    await response.text();
    return !isFromEdge(response);
  } catch {
    // Any failure means that the service was not reached.
    return false;
  } finally {
    clearTimeout(timeout);
  }
};

/**
 * Notices a network that is up but carries nothing. When a call fails or hangs, or its answer stalls, a probe shows
 * whether the service answers at all, and the page gets the browser's own events `offline` and `online`. The probe is
 * repeated until it is answered. Returns the probe.
 */
export const watchNetwork = ({ network, online$, page, failures$ }: Ports): (() => Promise<boolean>) => {
  const { send } = network;
  /** Requests without a whole answer so far. They only read, so they can be aborted. */
  const pendingReads = new Set<AbortController>();
  let probing: Promise<boolean> | undefined;
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
    for (const one of pendingReads) one.abort();
    next = setTimeout(() => void probe(), times.retry[Math.min(tries, times.retry.length - 1)]);
    tries += 1;
  };
  const runProbe = async (): Promise<boolean> => {
    const reached = await isReached(send);
    probing = undefined;
    if (reached) answered();
    else lost();
    return reached;
  };
  const probe = (): Promise<boolean> => {
    clearTimeout(next);
    // The browser reports when the network is back.
    if (!page.navigator.onLine) return Promise.resolve(false);
    probing ??= runProbe();
    return probing;
  };

  network.send = async (input, init) => {
    const control = new AbortController();
    const signal = AbortSignal.any([control.signal, init?.signal ?? []].flat());
    const probeAfter = (time: number) => setTimeout(() => void probe(), time);
    let slowTimer = probeAfter(online$.value ? times.call : 0);
    const progress = () => {
      clearTimeout(slowTimer);
      slowTimer = probeAfter(times.call);
    };
    // A change may have arrived even if its answer did not, so it is never aborted here.
    if (isRead(input, init)) pendingReads.add(control);
    const over = new AbortController();
    try {
      // The page's own script has sent its first calls without a signal.
      const response = await Promise.race([send(input, { ...init, signal }), abortOf(signal, over.signal)]);
      if (isFromEdge(response)) void probe();
      else answered();
      return await whole(response, progress, signal);
    } catch (error) {
      if (control.signal.aborted) throw new TypeError('The network does not answer.', { cause: error });
      if (!init?.signal?.aborted) void probe();
      throw error;
    } finally {
      clearTimeout(slowTimer);
      over.abort();
      pendingReads.delete(control);
    }
  };
  failures$.subscribe(() => void probe());
  return probe;
};
