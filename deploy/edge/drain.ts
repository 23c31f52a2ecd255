import type { Server } from 'node:http';

/**
 * Takes no more connections, and lets answers that are under way, as replies that stream, end within `ms`; what runs
 * then is cut off. Resolves when the last connection is gone.
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
