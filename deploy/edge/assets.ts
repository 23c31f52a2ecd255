import { createReadStream, type Stats, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { acceptedForms } from './encoding.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
};

const fileAt = (path: string): Stats | undefined => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats : undefined;
};

/** A path below a folder, or undefined where it would leave it. */
export const below = (folder: string, path: string): string | undefined => {
  const target = join(folder, path);
  return target.startsWith(folder + sep) && !path.includes('\0') ? target : undefined;
};

/**
 * Sends a file, in the smallest form that is there and that the browser takes. Returns false where there is none. `cache`: the whole
 * cache-control value.
 */
export const sendFile = (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  headers: Record<string, string>,
): boolean => {
  const plain = fileAt(path);
  if (!plain) return false;
  const small = acceptedForms(request.headers['accept-encoding'])
    .map(({ ending, encoding }) => ({ path: path + ending, encoding, stats: fileAt(path + ending) }))
    .find(({ stats }) => stats);
  response.writeHead(200, {
    ...headers,
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    'content-length': (small?.stats ?? plain).size,
    vary: 'accept-encoding',
    ...(small ? { 'content-encoding': small.encoding } : {}),
  });
  if (request.method === 'HEAD') {
    response.end();
    return true;
  }
  const stream = createReadStream(small?.path ?? path);
  stream.on('error', () => response.destroy());
  stream.pipe(response);
  return true;
};
