import type { Server } from 'node:http';

/**
 * Accepts no new connections and lets responses in progress, such as streaming replies, end within `ms`. What still
 * runs then is cut off. Resolves when the last connection is closed.
 */
export const drain = (server: Server, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), 250);
    const cut = setTimeout(() => server.closeAllConnections(), ms);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      resolve();
    });
  });
