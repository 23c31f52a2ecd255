import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEdge } from '@atrium/deploy/edge/edge';

interface OwnEdge {
  readonly url: string;
  close(): void;
}

/**
 * An additional edge for the product's store and service that serves its own environment, so that several cells can run
 * at once, each with its own release set. The service accepts only the product's origin, so requests are sent with that
 * one.
 */
export const openEdge = async (data: string, environment: string, product: string): Promise<OwnEdge> => {
  const { origin, hostname, port } = new URL(product);
  const report = (problem: string) => console.error(problem);
  const edge = createEdge({ data, environment, service: { host: hostname, port: Number(port) }, report });
  const [serve] = edge.listeners('request') as RequestListener[];
  edge.removeAllListeners('request');
  edge.on('request', (request, response) => {
    const { headers, url = '' } = request;
    if (headers.origin !== undefined) headers.origin = origin;
    // Navigation out of the product, such as to a payment, is requested but leaves the page as it is.
    if (url.startsWith('/local/')) response.writeHead(204).end();
    else serve?.(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    edge.once('error', reject);
    edge.listen(0, '127.0.0.1', () => resolve());
  });
  return {
    url: `http://localhost:${(edge.address() as AddressInfo).port}`,
    close() {
      edge.close();
      edge.closeAllConnections();
    },
  };
};
