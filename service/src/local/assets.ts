import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { followTheme } from '@atrium/shared-kernel/theme/follow-theme.ts';
import type { FastifyInstance } from 'fastify';

const require = createRequire(import.meta.url);
export const scriptPath = '/local/page.js';

/**
 * After Back, browsers may show a page as it was when it was left, such as the form of a checkout that was paid since.
 */
const reloadWhenRestored = `addEventListener('pageshow', (event) => event.persisted && location.reload());`;

/**
 * Serves the stylesheet of the local pages, built on the product's tokens, reset and buttons, and its script and font.
 */
export const addLocalAssets = (app: FastifyInstance): void => {
  const manifest = require.resolve('@atrium/shared-kernel/package.json');
  const ofKernel = (file: string) => readFileSync(join(dirname(manifest), file), 'utf8');
  const style = [
    ofKernel('theme/tokens.css'),
    ofKernel('theme/reset.css'),
    `@layer ui { ${ofKernel('ui/button.module.css')} }`,
    readFileSync(`${import.meta.dirname}/page.css`, 'utf8'),
  ].join('\n');
  const script = `${followTheme}\n${reloadWhenRestored}`;
  const kernel = createRequire(manifest);
  const font = readFileSync(kernel.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'));
  app.get('/local/style.css', async (_request, reply) =>
    reply.headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }).send(style),
  );
  app.get(scriptPath, async (_request, reply) =>
    reply.headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' }).send(script),
  );
  app.get('/local/inter.woff2', async (_request, reply) =>
    reply.headers({ 'content-type': 'font/woff2', 'cache-control': 'max-age=86400' }).send(font),
  );
};
