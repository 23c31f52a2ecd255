import { dataFolder } from '../release/data-folder.ts';
import { createEdge } from './edge.ts';

/**
 * The edge as a process of its own: PORT, ATRIUM_DATA, ATRIUM_ENVIRONMENT, SERVICE_SOCKET or SERVICE_URL, and
 * ATRIUM_OPERATOR_KEY, 16 characters or more, for the page of operators.
 */
const { PORT = '8080', HOST = '0.0.0.0', ATRIUM_ENVIRONMENT = 'local', SERVICE_SOCKET, SERVICE_URL } = process.env;
const operatorKey = process.env['ATRIUM_OPERATOR_KEY'];
if (operatorKey !== undefined && operatorKey.length < 16)
  throw new Error('ATRIUM_OPERATOR_KEY is too short: give 16 characters or more.');
const url = new URL(SERVICE_URL ?? 'http://127.0.0.1:8081');
const server = createEdge({
  data: dataFolder(),
  environment: ATRIUM_ENVIRONMENT,
  service: SERVICE_SOCKET ? { socketPath: SERVICE_SOCKET } : { host: url.hostname, port: Number(url.port || 80) },
  report: (problem) => console.error(problem),
  ...(operatorKey === undefined ? {} : { operatorKey }),
});
server.listen(Number(PORT), HOST);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    server.close();
    server.closeAllConnections();
  });
