import { dataFolder } from '../release/data-folder.ts';
import { createEdge } from './edge.ts';

/** The edge as a process of its own: PORT, ATRIUM_DATA, ATRIUM_ENVIRONMENT, SERVICE_SOCKET or SERVICE_URL. */
const { PORT = '8080', HOST = '0.0.0.0', ATRIUM_ENVIRONMENT = 'local', SERVICE_SOCKET, SERVICE_URL } = process.env;
const url = new URL(SERVICE_URL ?? 'http://127.0.0.1:8081');
const server = createEdge({
  data: dataFolder(),
  environment: ATRIUM_ENVIRONMENT,
  service: SERVICE_SOCKET ? { socketPath: SERVICE_SOCKET } : { host: url.hostname, port: Number(url.port || 80) },
  report: (problem) => console.error(problem),
});
server.listen(Number(PORT), HOST);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    server.close();
    server.closeAllConnections();
  });
