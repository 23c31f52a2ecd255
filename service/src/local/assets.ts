import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';

const require = createRequire(import.meta.url);

/** The stylesheet of the service's pages, on the product's own tokens, and the product's font. */
export const addLocalAssets = (app: FastifyInstance): void => {
  const tokens = readFileSync(require.resolve('@atrium/shared-kernel/theme/tokens.css'), 'utf8');
  const style = tokens + readFileSync(`${import.meta.dirname}/page.css`, 'utf8');
  const kernel = createRequire(require.resolve('@atrium/shared-kernel/package.json'));
  const font = readFileSync(kernel.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'));
  app.get('/local/style.css', async (_request, reply) =>
    reply.headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }).send(style),
  );
  app.get('/local/inter.woff2', async (_request, reply) =>
    reply.headers({ 'content-type': 'font/woff2', 'cache-control': 'max-age=86400' }).send(font),
  );
};
