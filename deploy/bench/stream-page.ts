import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { createRsbuild, mergeRsbuildConfig } from '@rsbuild/core';
import { baseConfig } from '../build/base-config.ts';
import { releaseName } from '../build/release-name.ts';
import { workspace } from '../release/data-folder.ts';

const remote = join(workspace, 'mf-chat');
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/**
 * Builds the page of the renderers under comparison like the product, and serves it. `end` stops it and removes the
 * files.
 */
export const serveStreamPage = async (): Promise<{ url: string; end(): void }> => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-stream-'));
  const template = join(folder, 'index.html');
  writeFileSync(template, '<!doctype html><html data-theme="light"><head></head><body></body></html>');
  const rsbuild = await createRsbuild({
    cwd: remote,
    rsbuildConfig: mergeRsbuildConfig(
      baseConfig({ ...releaseName(remote), unique: 'stream_page', mode: 'production' }),
      {
        root: remote,
        source: { entry: { index: join(remote, 'bench/stream-page.tsx') } },
        html: { template, inject: 'head' },
        output: { distPath: { root: join(folder, 'built') } },
      },
    ),
  });
  await (await rsbuild.build()).close();
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const file = join(folder, 'built', path === '/' ? 'index.html' : path);
    const type = types[extname(file)];
    if (!type) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end() {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
