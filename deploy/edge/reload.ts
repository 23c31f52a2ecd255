import type { ServerResponse } from 'node:http';

/** In development only: pages hear of each new build and load again. */
export interface Reloads {
  readonly path: string;
  /** For the page's end. */
  readonly script: string;
  connect(response: ServerResponse): void;
  announce(): void;
}

const path = '/__reload';

export const createReloads = (): Reloads => {
  const pages = new Set<ServerResponse>();
  return {
    path,
    script: `<script>new EventSource('${path}').addEventListener('built', () => location.reload());</script>`,
    connect(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write('retry: 500\n\n');
      pages.add(response);
      response.on('close', () => pages.delete(response));
    },
    announce() {
      for (const page of pages) page.write('event: built\ndata: 1\n\n');
    },
  };
};
