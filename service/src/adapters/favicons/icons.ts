import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unquoted, type WarnLog } from '../../log.ts';
import type { EgressClient, EgressFailure } from '../../ports/egress.ts';
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
/** Milliseconds. A site without an icon is tried again after a day, one that did not answer sooner. */
const lifetime = { found: 7 * day, none: day, unanswered: 10 * 60 * 1000 } as const;
/** The site did not answer, so it may have an icon. */
const unanswered: ReadonlySet<EgressFailure> = new Set(['time', 'network', 'aborted']);
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

/** Ends the name of a file that is being written. */
const unfinished = '.new';

/** Files in a folder by the hash of their site. An empty file means that a site has no icon. */
const createCache = ({ folder, now, most }: Required<Pick<IconsOptions, 'folder' | 'now' | 'most'>>) => {
  const ready = mkdir(folder, { recursive: true });
  const fileOf = (site: string) => join(folder, createHash('sha256').update(site).digest('hex'));

  const read = async (site: string): Promise<Buffer | undefined> => {
    await ready;
    const file = fileOf(site);
    const found = await stat(file);
    const age = now() - found.mtimeMs;
    return age < (found.size === 0 ? lifetime.none : lifetime.found) ? readFile(file) : undefined;
  };

  const makeRoom = async () => {
    const names = (await readdir(folder)).filter((name) => !name.endsWith(unfinished));
    if (names.length < most) return;
    // Another icon that is stored at the same time may have removed a file.
    const timeOf = async (name: string) => (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0;
    const files = await Promise.all(names.map(async (name) => ({ name, time: await timeOf(name) })));
    // A few more than needed, so that not every icon has to look at all of them.
    const count = names.length - most + 1 + Math.floor(most / 20);
    const oldest = files.toSorted((a, b) => a.time - b.time).slice(0, count);
    await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true })));
  };

  /** `age` is how much of its lifetime has passed already, in milliseconds. */
  const store = async (site: string, content: Buffer, age: number) => {
    const file = fileOf(site);
    const draft = `${file}${unfinished}`;
    const time = (now() - age) / 1000;
    await makeRoom();
    await writeFile(draft, content);
    await utimes(draft, time, time);
    await rename(draft, file);
  };

  return {
    /** A failure means that the icon is not cached. */
    read: (site: string) => read(site).catch(() => undefined),
    store,
  };
};

/** Fetches icons of sites and caches them for a week. */
export const createIcons = ({ egress, folder, now, log, most = 2000 }: IconsOptions): IconsPort => {
  const running = new Map<string, Promise<Icon | undefined>>();
  const cache = createCache({ folder, now, most });

  const fetched = async (site: string) => {
    let age = 0;
    for (const path of paths) {
      const answer = await egress.get(`https://${site}${path}`, limits);
      if (answer.ok && (await sniffImage(answer.body))) return { content: answer.body, age: 0 };
      if (!answer.ok && unanswered.has(answer.reason)) age = lifetime.none - lifetime.unanswered;
    }
    return { content: Buffer.alloc(0), age };
  };

  const fetchAndStore = async (site: string): Promise<Buffer> => {
    const { content, age } = await fetched(site);
    // If the disk is full, the icon is shown all the same.
    await cache.store(site, content, age).catch((error: unknown) => {
      log?.warn({ cause: unquoted(error) }, 'An icon could not be stored.');
    });
    return content;
  };

  const find = async (site: string): Promise<Icon | undefined> => {
    const content = (await cache.read(site)) ?? (await fetchAndStore(site));
    const found = await sniffImage(content);
    return found && { type: found.type, content };
  };

  return {
    of(site) {
      const same = running.get(site);
      if (same) return same;
      const search = find(site).finally(() => running.delete(site));
      running.set(site, search);
      return search;
    },
  };
};
