import type { Server } from 'node:net';

/** The port that a server listens on; throws if it is not listening. */
export const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server is not listening on a port.');
  return address.port;
};
