import type { FastifyReply } from 'fastify';
import type { LineStream } from '../calls/implement.ts';

export interface OpenLines {
  readonly lines: LineStream<unknown>;
  /** Whether the status and headers were sent. */
  readonly started: () => boolean;
  readonly end: () => void;
}

/** Streams lines on a hijacked answer, which costs about half as much per event as a piped stream. */
export const openLines = (reply: FastifyReply, live: Set<AbortController>): OpenLines => {
  const { raw } = reply;
  const closed = new AbortController();
  let started = false;
  // A client may leave while the request is checked. Nothing reports that any more.
  if (raw.destroyed) closed.abort();
  else {
    live.add(closed);
    raw.once('close', () => {
      live.delete(closed);
      closed.abort();
    });
  }

  const start = () => {
    started = true;
    reply.hijack();
    raw.writeHead(200, {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- none of the headers that were set is undefined
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'application/x-ndjson; charset=utf-8',
      'x-accel-buffering': 'no',
    });
  };

  return {
    started: () => started,
    end: () => {
      live.delete(closed);
      if (raw.writableEnded || raw.destroyed) return;
      if (!started) start();
      raw.end();
    },
    lines: {
      closed: closed.signal,
      write: (item) => {
        if (raw.destroyed || raw.writableEnded) return false;
        if (!started) start();
        return raw.write(`${JSON.stringify(item)}\n`);
      },
      drained: () =>
        new Promise((resolve) => {
          if (closed.signal.aborted || !raw.writableNeedDrain) return resolve();
          const done = () => {
            raw.removeListener('drain', done);
            closed.signal.removeEventListener('abort', done);
            resolve();
          };
          raw.once('drain', done);
          closed.signal.addEventListener('abort', done, { once: true });
        }),
    },
  };
};
