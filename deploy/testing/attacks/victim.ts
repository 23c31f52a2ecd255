import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEdge } from '../../edge/edge.ts';
import { followBucket } from '../../edge/follow-bucket.ts';
import type { Bucket } from '../../release/bucket/bucket.ts';
import { bucketContext, bucketSets } from '../../release/bucket/context.ts';
import { bucketReleases } from '../../release/bucket/releases.ts';
import type { ReleaseContext } from '../../release/commands/command.ts';
import { folderDocuments } from '../../release/documents.ts';
import { type Environment, writeEnvironment } from '../../release/environment.ts';
import { signingKey, type TrustedKey, trustedKeys } from '../../release/keys.ts';
import { emptyContract } from '../../release/record.ts';
import { runRelease } from '../../release/run-release.ts';
import { contentOf, integrityOf, openStore, recordText, type Store } from '../../release/store.ts';
import { copyInstallation } from '../copy-installation.ts';
import { folderContext } from '../folder-context.ts';
import { publishRemote, publishShell } from '../release.ts';
import type { S3Server } from '../s3.ts';

export const shellPage =
  '<head><meta name="release-set" content="owners"><!--release-set--><script src="x.js"></script></head>';
const pin = { version: '1.0.0' };
const remotes = { 'mf-auth': pin, 'mf-chat': pin };

/** An edge as browsers and operators see it. */
export interface AttackedEdge {
  /** Versions of mf-auth and mf-chat that a browser gets now; the text of the response if it gets none. */
  served(): Promise<string>;
  page(): Promise<string>;
  health(): Promise<string>;
  /** What a browser gets that opens the path. */
  open(path: string): Promise<Response>;
}

/** An installation with the environments `live` and `staging`, and an attacker with write access to its releases. */
export interface Victim {
  readonly store: Store;
  readonly folder: string;
  readonly reports: string[];
  /** Runs one release command of the operator. Gives its exit code and output. */
  release(...args: string[]): Promise<{ code: number; output: string }>;
  context(): Promise<ReleaseContext>;
  /** An edge of `live` with a disk of this name, whose clock is ahead by `later` milliseconds. */
  edge(disk?: string, later?: () => number): Promise<AttackedEdge>;
  /** The signed text that edges of an environment read now. */
  signed(environment?: string): Promise<string>;
  /** Writes a text where the edges of `live` read their set, as an attacker with write access can. */
  plant(text: string): Promise<void>;
  /** Publishes a version of mf-auth that nobody pins, with these files by path. */
  plantRelease(version: string, files: Readonly<Record<string, string>>): Promise<void>;
  /** Writes the record of such a version directly into the bucket, with one file, which may be called anything. */
  plantRecord(version: string, file: string, text: string): Promise<void>;
  /** Adds a text to the statements of signed numbers. */
  plantFloor(serial: number, text: string): Promise<void>;
  /** Removes what the edges of a disk have stored, as on a new machine. */
  forget(): void;
  /** Edits the pins of `live` in the store directly, without a command. */
  plantPins(change: (text: string) => string): Promise<void>;
  end(): void;
}

const listen = async (server: Server, servers: Server[]): Promise<number> => {
  servers.push(server);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return (server.address() as AddressInfo).port;
};

const versionIn = (page: string, name: string) => new RegExp(`"name":"${name}","version":"([^"]+)"`).exec(page)?.[1];

const publishAll = (store: Store) => {
  publishShell(store, '1.0.0', shellPage);
  store.publish(undefined, () => ({ name: 'service', version: '1.0.0', kernel: '0.1.0', contract: emptyContract }));
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) {
    publishRemote(store, 'mf-chat', version, { surface: { fills: [{ slot: 'shell.main', expose: './page' }] } });
    publishRemote(store, 'mf-auth', version, {
      contract: { supplies: [{ name: 'auth.terms', version: 1 }] },
      surface: {
        routes: [{ path: '/auth/login', title: 'Log in', expose: './page' }],
        dialogs: [{ dialog: 'auth.terms', title: 'Terms of service', size: 'medium', expose: './page' }],
      },
    });
  }
};

interface EdgeParts {
  readonly bucket: Bucket | undefined;
  /** Folder of the edge. */
  readonly data: string;
  readonly trusted: readonly TrustedKey[];
  readonly report: (problem: string) => void;
  readonly now: () => number;
  /** Collects the servers, to close them. */
  readonly servers: Server[];
}

const openEdge = async ({ bucket, data, trusted, report, now, servers }: EdgeParts): Promise<AttackedEdge> => {
  const follower = bucket && followBucket({ bucket, environment: 'live', data, trusted, report }, now);
  const service = {
    host: '127.0.0.1',
    port: await listen(
      createServer((_, answer) => answer.end('{}')),
      servers,
    ),
  };
  const access = follower ? { fetchRelease: follower.fetchRelease, problem: follower.problem } : {};
  const server = createEdge({ data, environment: 'live', service, trusted, report, now, ...access });
  const origin = `http://127.0.0.1:${await listen(server, servers)}`;
  const open = async (path: string) => {
    await follower?.poll();
    return fetch(origin + path);
  };
  const get = async (path: string) => (await open(path)).text();
  return {
    open,
    page: () => get('/'),
    async served() {
      const page = await get('/');
      const versions = ['mf-auth', 'mf-chat'].map((name) => versionIn(page, name));
      return versions.every((one) => one === undefined) ? page.trim() : versions.join(' ');
    },
    health: async () => (await get('/healthz')).trim(),
  };
};

const contextOf = async (bucket: Bucket | undefined, folder: string): Promise<ReleaseContext> => {
  const [data, pins] = [join(folder, 'data'), join(folder, 'pins')];
  return bucket ? bucketContext(bucket, data, pins) : folderContext(openStore(join(data, 'store')), data, pins);
};
const run = async (context: ReleaseContext, args: readonly string[]) => {
  const output: string[] = [];
  const code = await runRelease(context, args, (line) => output.push(line));
  return { code, output: output.join('\n') };
};

/** Publishes all releases, and pins version 1.0.0 in both environments. */
const publish = async (bucket: Bucket | undefined, folder: string): Promise<void> => {
  const store = openStore(join(folder, 'data/store'));
  publishAll(store);
  for (const environment of ['live', 'staging'])
    writeEnvironment({ environment, shell: pin, service: pin, remotes } satisfies Environment, join(folder, 'pins'));
  if (bucket) await run(await contextOf(bucket, folder), ['import', store.root]);
};
const publishAndSign = async (bucket: Bucket | undefined, folder: string): Promise<void> => {
  await publish(bucket, folder);
  for (const environment of ['live', 'staging']) await run(await contextOf(bucket, folder), ['sign', environment]);
};

/** With releases in a folder, or with `s3` in a bucket. If `signed`, both environments serve version 1.0.0. */
export const openVictim = async (s3?: S3Server, { signed = true } = {}): Promise<Victim> => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-attack-'));
  const data = join(folder, 'data');
  const pins = join(folder, 'pins');
  const servers: Server[] = [];
  const reports: string[] = [];
  const install = signed ? publishAndSign : publish;
  const bucket = s3 && (await copyInstallation(s3, install, folder));
  if (!bucket) await install(bucket, folder);
  const store = openStore(join(data, 'store'));
  const context = () => contextOf(bucket, folder);
  const sets = bucket ? bucketSets(bucket) : folderDocuments(join(data, 'environments'));
  const write = async (key: string, text: string) => {
    await sets.swap(key, text, (await sets.read(key))?.tag);
  };

  const edge = (disk = 'disk', later = () => 0): Promise<AttackedEdge> =>
    openEdge({
      bucket,
      data: bucket ? join(folder, disk) : data,
      trusted: trustedKeys(data),
      report: (problem) => reports.push(problem),
      now: () => Date.now() + later(),
      servers,
    });

  return {
    store,
    folder,
    reports,
    release: async (...args) => run(await context(), args),
    context,
    edge,
    signed: async (environment = 'live') => (await sets.read(`${environment}.json`))?.text ?? '',
    plant: (text) => write('live.json', text),
    async plantRelease(version, files) {
      const record = publishRemote(store, 'mf-auth', version, { files });
      if (bucket) await bucketReleases(bucket).push(store, record);
    },
    async plantRecord(version, file, text) {
      const data = Buffer.from(text);
      const integrity = integrityOf(data);
      const { content: _, files: __, ...published } = store.read('mf-auth', '1.0.0');
      const unstored = { ...published, version };
      const files = [{ file, integrity, bytes: data.length, brotli: data.length }];
      const record = { ...unstored, content: contentOf(unstored, files), files };
      await bucket?.create(`files/${Buffer.from(integrity.slice('sha256-'.length), 'base64').toString('hex')}`, data);
      await bucket?.create(`releases/mf-auth/${version}.json`, Buffer.from(recordText(record)));
    },
    async plantFloor(serial, text) {
      if (bucket) await bucket.create(`floors/live/${String(serial).padStart(12, '0')}`, Buffer.from(text));
      else writeFileSync(join(data, 'environments/live.floor'), text);
    },
    forget() {
      for (const file of globSync('**/*.seen', { cwd: folder })) rmSync(join(folder, file));
    },
    async plantPins(change) {
      if (!bucket) writeFileSync(join(pins, 'live.json'), change(readFileSync(join(pins, 'live.json'), 'utf8')));
      else
        await bucket.create(
          'environments/live.json/00000099',
          Buffer.from(change(readFileSync(join(pins, 'live.json'), 'utf8'))),
        );
    },
    end() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A signing key that nobody trusts. */
export const strangersKey = (victim: Victim) => signingKey(join(victim.folder, 'stranger'), {});
export const operatorsKey = (victim: Victim) => signingKey(join(victim.folder, 'data'), {});
