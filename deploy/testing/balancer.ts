import { createServer, type Server } from 'node:http';
import { createProxy } from '../edge/proxy.ts';

/** A load balancer in front of several instances. The test decides where the next requests go. */
export interface Balancer {
  readonly server: Server;
  toward(url: string): void;
  end(): void;
}

/** Forwards each request to the current instance. Connections to an instance that dies break. */
export const createBalancer = (): Balancer => {
  const instances = new Map<string, ReturnType<typeof createProxy>>();
  let target = '';
  const server = createServer((request, response) => {
    const known = instances.get(target);
    if (known) known.pass(request, response);
    else response.writeHead(503).end();
  });
  return {
    server,
    toward(url) {
      const { hostname, port } = new URL(url);
      target = url;
      if (!instances.has(url)) instances.set(url, createProxy({ host: hostname, port: Number(port) }, {}));
    },
    end() {
      for (const instance of instances.values()) instance.close();
      server.closeAllConnections();
      server.close();
    },
  };
};
