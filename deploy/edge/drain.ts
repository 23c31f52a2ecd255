import type { Server } from 'node:http';

/** The event of a server that begins to drain, for responses that would not end by themselves. */
export const draining = 'draining';

/**
 * Ends each connection with its next response. Whoever is in front keeps connections open, and would otherwise go on
 * sending new requests over them, so that a busy server never comes to its end.
 */
const endConnections = (server: Server): void => {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
};

/**
 * Accepts no new connections and lets responses in progress, such as streaming replies, end within `ms`. What still
 * runs then is cut off. Resolves when the last connection is closed.
 */
export const drain = (server: Server, ms: number): Promise<void> =>
  new Promise((resolve) => {
    endConnections(server);
    server.emit(draining);
    const idle = setInterval(() => server.closeIdleConnections(), 250);
    const cut = setTimeout(() => server.closeAllConnections(), ms);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      resolve();
    });
  });
