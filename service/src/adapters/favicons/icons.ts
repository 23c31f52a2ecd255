import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unquoted, type WarnLog } from '../../log.ts';
import type { EgressClient } from '../../ports/egress.ts';
import { sniffImage } from '../../formats/sniff.ts';
import type { Icon, IconsPort } from '../../ports/icons.ts';

export interface IconsOptions {
  readonly egress: EgressClient;
  readonly folder: string;
  readonly now: () => number;
  /** Icons to cache at most. The oldest are removed first. */
  readonly most?: number;
  readonly log?: WarnLog;
}

const day = 24 * 60 * 60 * 1000;
/** Milliseconds. A site without an icon is tried again after a day. */
const lifetime = { found: 7 * day, none: day } as const;
const paths = ['/favicon.ico', '/apple-touch-icon.png'] as const;
const limits = {
  types: [
    'image/x-icon',
    'image/vnd.microsoft.icon',
    'image/png',
    'image/jpeg',
    'image/webp',
    'application/octet-stream',
  ],
  maxBytes: 64 * 1024,
  timeout: 4000,
  maxRedirects: 3,
} as const;

/** Files in a folder by the hash of their site. An empty file means that a site has no icon. */
const createCache = ({ folder, now, most }: Required<Pick<IconsOptions, 'folder' | 'now' | 'most'>>) => {
  const ready = mkdir(folder, { recursive: true });
  const fileOf = (site: string) => join(folder, createHash('sha256').update(site).digest('hex'));

  const read = async (site: string): Promise<Buffer | undefined> => {
    await ready;
    const file = fileOf(site);
    // A failure means that the file is not cached.
    const found = await stat(file).catch(() => undefined);
    if (!found) return undefined;
    const age = now() - found.mtimeMs;
    return age < (found.size === 0 ? lifetime.none : lifetime.found) ? readFile(file) : undefined;
  };

  const makeRoom = async () => {
    const names = await readdir(folder);
    if (names.length < most) return;
    const files = await Promise.all(
      names.map(async (name) => ({ name, time: (await stat(join(folder, name))).mtimeMs })),
    );
    const oldest = files.toSorted((a, b) => a.time - b.time).slice(0, names.length - most + 1);
    await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true })));
  };

  const store = async (site: string, content: Buffer) => {
    const file = fileOf(site);
    await makeRoom();
    await writeFile(`${file}.new`, content);
    await rename(`${file}.new`, file);
    await utimes(file, now() / 1000, now() / 1000);
  };

  return { read, store };
};

/** Fetches icons of sites and caches them for a week. */
export const createIcons = ({ egress, folder, now, log, most = 2000 }: IconsOptions): IconsPort => {
  const running = new Map<string, Promise<Icon | undefined>>();
  const cache = createCache({ folder, now, most });

  const fetched = async (site: string): Promise<Buffer> => {
    for (const path of paths) {
      const answer = await egress.get(`https://${site}${path}`, limits);
      if (answer.ok && (await sniffImage(answer.body))) return answer.body;
    }
    return Buffer.alloc(0);
  };

  const find = async (site: string): Promise<Icon | undefined> => {
    let content = await cache.read(site);
    if (content === undefined) {
      content = await fetched(site);
      await cache.store(site, content);
    }
    const found = await sniffImage(content);
    return found && { type: found.type, content };
  };

  return {
    of(site) {
      const same = running.get(site);
      if (same) return same;
      const search = find(site)
        // If the disk is full, the icon is missing, but the request does not fail.
        .catch((error: unknown) => {
          log?.warn({ cause: unquoted(error) }, 'An icon could not be stored.');
          return undefined;
        })
        .finally(() => running.delete(site));
      running.set(site, search);
      return search;
    },
  };
};
