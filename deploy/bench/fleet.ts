import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Release } from '@atrium/shared-kernel/contracts/release-set';
import type { SlotDef } from '@atrium/shared-kernel/contracts/define';
import * as slots from '@atrium/shared-kernel/contracts/slots';
import { openStore, type Store } from '../release/store.ts';
import { serveEnvironment } from './environment-edge.ts';
import { type Figure, figure } from './figure.ts';
import { measureLoads } from './paired-loads.ts';
import { openBrowser } from './page-load.ts';
import { signIn, stage } from './stage.ts';

const size = 50;
const version = '1.0.0';

const fillers = 200;
const openSlots: readonly SlotDef[] = Object.values(slots).flatMap((of): SlotDef[] =>
  Object.values(of).filter((one: SlotDef) => one.many),
);

/** One team's part of all fillers: spread over the slots of remotes, and shown to every signed-in user. */
const fillsOf = (name: string, count: number, { routes, dialogs }: Release['contract']): Release['contract']['fills'] =>
  Array.from({ length: count }, (_, at) => {
    const slot =
      openSlots[(Number(name.split('-').at(-1)) * count + at) % openSlots.length] ?? slots.chat.messageActions;
    const page = routes.find(({ path }) => !path.includes(':'));
    return {
      slot: slot.name,
      // A filler that shows without being selected is a page, since pages need no input.
      expose: (slot.many?.shows === 'labeled' ? dialogs[at % dialogs.length] : page)?.expose ?? './new-team',
      details: {
        label: `${name} adds ${at}`,
        icon: 'star',
        order: at,
        when: { roles: ['user'], plans: ['premium', 'free'] },
        ...(slot.many?.shows === 'link' && page ? { leadsTo: { path: page.path } } : {}),
      },
    };
  });

/**
 * Publishes a remote of another team that is as large as a real one: same files and surface, but with a name, routes
 * and dialogs of its own. `fill` is its number of fillers.
 */
const publishLike = (store: Store, of: string, ofVersion: string, name: string, fill: number) => {
  const record = store.read(of, ofVersion);
  const original = record.release;
  if (!original) throw new Error(`${of} is not a remote.`);
  mkdirSync(store.root, { recursive: true });
  const folder = mkdtempSync(join(store.root, '.built-'));
  cpSync(store.files(of, ofVersion), folder, { recursive: true, filter: (file) => !file.endsWith('.br') });
  const contract: Release['contract'] = {
    ...original.contract,
    routes: original.contract.routes.map((route) => ({ ...route, path: `/${name}${route.path}` })),
    dialogs: original.contract.dialogs.map(({ title, size, expose, dialog }) => ({
      dialog: `${name}.${dialog}`,
      title,
      size,
      expose,
    })),
  };
  const filling = { ...contract, fills: fillsOf(name, fill, contract) };
  const release = { ...original, name, version, base: `/assets/${name}/${version}/`, contract: filling };
  store.publish(folder, () => ({ name, version, kernel: record.kernel, contract: record.contract, release }));
};

/** Requests the page signed in, as a browser does. Gives its transferred bytes, which lack the body for `HEAD`. */
const readPage = (url: string, cookie: string, method = 'GET'): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const parts: Buffer[] = [];
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `${method} / HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\naccept-encoding: br\r\nconnection: close\r\n\r\n`,
      ),
    );
    socket.on('data', (data) => parts.push(data));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(parts)));
  });

/**
 * Compares the shell's start with a release set of 50 remotes and 200 fillers to its start with the product's own five
 * remotes, in turns within one run.
 */
export const fleet = async (log: (text: string) => void): Promise<Figure[]> => {
  const product = await stage(log);
  const few = await serveEnvironment(product, 'few', log);
  const store = openStore(join(product.data, 'store'));
  const own = Object.keys(few.environment.remotes);
  const teams = few.environment.remotes['mf-teams']?.version ?? '';
  const others = Array.from({ length: size - own.length }, (_, at) => `mf-team-${at + 1}`);
  for (const [at, name] of others.entries())
    publishLike(
      store,
      'mf-teams',
      teams,
      name,
      Math.floor(((at + 1) * fillers) / others.length) - Math.floor((at * fillers) / others.length),
    );
  const pins = Object.fromEntries(others.map((name) => [name, { version }]));
  const many = await serveEnvironment(product, 'fleet', log, pins);
  const browser = await openBrowser(log);
  try {
    const cookie = await signIn(product.url);
    const pages = { many: many.url, few: few.url };
    const loads = await measureLoads(browser, cookie, pages, {
      name: `boot with ${size} remotes and ${fillers} fillers over ${own.length}`,
      limit: 1.05,
    });
    const [head, bytes] = [
      (await readPage(many.url, cookie, 'HEAD')).length,
      async (url: string) => (await readPage(url, cookie)).length,
    ];
    return [
      loads.ratio,
      figure(`${own.length} remotes: cold, 1.6 Mbps, 150 ms, CPU x4, here`, loads.medianOf('few', 'usable'), 'ms'),
      figure(`${size} remotes: cold, 1.6 Mbps, 150 ms, CPU x4, here`, loads.medianOf('many', 'usable'), 'ms'),
      figure(`${size} remotes: headers of the page`, head / 1000, 'kB', 2),
      figure(`${own.length} remotes: the page, brotli`, (await bytes(few.url)) / 1000, 'kB'),
      figure(`${size} remotes: the page, brotli`, (await bytes(many.url)) / 1000, 'kB'),
    ];
  } finally {
    await browser.close();
    few.end();
    many.end();
    await product.end();
  }
};
