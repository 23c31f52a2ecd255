import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The network connection of one browser: an HTTP proxy whose connections can be cut. */
export interface Line {
  readonly proxy: string;
  /** Closes every connection, and refuses new ones for `ms` milliseconds. */
  cut(ms: number): void;
  end(): void;
}

export const openLine = async (): Promise<Line> => {
  let downUntil = 0;
  const server = createServer((request, response) => {
    const { hostname, port, pathname, search } = new URL(request.url ?? '/');
    const { method, headers } = request;
    const onward = send({ host: hostname, port, method, headers, path: `${pathname}${search}`, agent: false });
    response.once('close', () => onward.destroy());
    onward.once('error', () => response.destroy());
    onward.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.once('error', () => response.destroy());
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  server.on('connection', (socket) => {
    if (Date.now() < downUntil) socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    proxy: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut(ms) {
      downUntil = Date.now() + ms;
      server.closeAllConnections();
    },
    end() {
      server.close();
      server.closeAllConnections();
    },
  };
};
