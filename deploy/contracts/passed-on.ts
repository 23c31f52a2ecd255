import { createServer, type Server } from 'node:http';
import type { Release } from '@atrium/shared-kernel/contracts/release-set';
import { sendFile } from '../edge/assets.ts';
import { setIn, withRelease, withSet } from '../local/override/override-page.ts';
import { createUpstream } from '../local/override/upstream.ts';

/** A release that pages contain although it is not pinned, and the folder of its files. */
export interface Added {
  readonly release: Release;
  readonly files: string;
}

const sendText = (response: Parameters<typeof sendFile>[1], status: number, text: string) => {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
};

/**
 * Proxies a whole environment from its edge, with releases added to the set in its pages. They are used as built, with
 * their hashes, under the policies of the page. `against` is the URL of the edge.
 */
export const createPassingServer = (against: URL, added: readonly Added[]): Server => {
  const upstream = createUpstream(against, (response) =>
    sendText(response, 502, `${against.origin} cannot be reached.\n`),
  );
  const withAdded = (html: string): string => {
    const set = setIn(html);
    if (!set) return html;
    const bases = set.remotes.filter(({ name }) => added.some(({ release }) => release.name === name));
    return withSet(
      html,
      added.reduce((now, { release }) => withRelease(now, release), set),
    ).replaceAll(/<link rel="preload"[^>]*>/g, (link) => (bases.some(({ base }) => link.includes(base)) ? '' : link));
  };
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host ?? 'localhost'}`;
    const { pathname } = new URL(request.url ?? '/', origin);
    const own = added.find(({ release }) => pathname.startsWith(release.base));
    if (own)
      void sendFile(request, response, { root: own.files, file: pathname.slice(own.release.base.length) }, {}).then(
        (isSent) => isSent || sendText(response, 404, 'Not found.\n'),
      );
    else if (request.method === 'GET' && request.headers.accept?.includes('text/html'))
      upstream.forward(request, response, origin, ({ status, headers, html }) => {
        const body = Buffer.from(withAdded(html));
        response.writeHead(status, { ...headers, 'content-length': body.length });
        response.end(body);
      });
    else upstream.forward(request, response, origin);
  });
  server.on('close', () => upstream.close());
  return server;
};
