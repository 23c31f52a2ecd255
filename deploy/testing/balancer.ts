import { createServer, type Server } from 'node:http';
import { createProxy } from '../edge/proxy.ts';

/** A balancer before several instances; who tests says where the next requests go. */
export interface Balancer {
  readonly server: Server;
  toward(url: string): void;
  end(): void;
}

/** Passes each request on to the instance of that moment; what runs over one that dies breaks. */
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
