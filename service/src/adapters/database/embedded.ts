import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { findBinaries, type Binaries } from './binaries.ts';
import { awaitFormerPostmaster, lockFolder } from './ownership.ts';
import { chooseRunner, type Runner } from './runner.ts';

export interface EmbeddedPostgres {
  readonly connection: ClientConfig;
  /** The process id of the postmaster. */
  readonly pid: number;
  stop(): Promise<void>;
}

const superuser = 'atrium';
const database = 'atrium';
/** Bytes of a Unix socket's path that the platform allows. */
const maxSocketPath = process.platform === 'darwin' ? 103 : 107;
const socketFile = '.s.PGSQL.5432';

/**
 * A shell starts PostgreSQL and waits on its own standard input, whose other end is this process. When this process
 * ends, even by `kill -9`, the input closes and the shell stops PostgreSQL.
 */
const guard =
  'exec 3<&0; trap "" INT TERM HUP; "$0" "$@" </dev/null 3<&- & P=$!; ' +
  '(read _ <&3; kill -INT $P 2>/dev/null) & R=$!; exec 3<&-; wait $P; S=$?; kill -9 $R 2>/dev/null; exit $S';

const environment = (home: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  LC_ALL: 'C',
  HOME: home,
  TZ: 'UTC',
});

const sentence = (what: string, output: string): Error =>
  /no space left/i.test(output)
    ? new Error(`${what}: the disk is full.`)
    : new Error(`${what}: ${output.trim().split('\n').slice(-3).join(' ') || 'no reason was reported'}`);

const socketFolder = (folder: string): string => {
  const inside = join(folder, 'socket');
  if (Buffer.byteLength(join(inside, socketFile)) <= maxSocketPath) return inside;
  const short = `atrium-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`;
  const roots = [tmpdir(), '/tmp'].filter((root) => Buffer.byteLength(join(root, short, socketFile)) <= maxSocketPath);
  if (roots[0] === undefined)
    throw new Error(`The path ${folder} is too long for a Unix socket. Choose a shorter ATRIUM_DATA.`);
  return join(roots[0], short);
};

/** Creates the cluster in a temporary folder and renames it, so that a killed start leaves no incomplete cluster. */
const makeCluster = (folder: string, data: string, { bin }: Binaries, runner: Runner): void => {
  for (const name of readdirSync(folder))
    if (name.startsWith('data.new.')) rmSync(join(folder, name), { recursive: true, force: true });
  const draft = join(folder, `data.new.${process.pid}`);
  const [command, ...args]: string[] = [
    ...runner.prefix,
    join(bin, 'initdb'),
    `--pgdata=${draft}`,
    `--username=${superuser}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--no-locale',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  try {
    execFileSync(command ?? '', args, { ...runner.ids, env: environment(folder), cwd: folder, stdio: 'pipe' });
  } catch (error) {
    const { stderr }: { readonly stderr?: unknown } = Object(error);
    throw sentence('The database could not be created', String(stderr ?? error));
  }
  renameSync(draft, data);
};

const checkVersion = (data: string, { major }: Binaries): void => {
  const found = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (found !== major)
    throw new Error(
      `The data in ${data} was created by PostgreSQL ${found}, but this Atrium includes PostgreSQL ${major}. ` +
        'Start the earlier Atrium once more to export it, or choose another folder with ATRIUM_DATA.',
    );
};

const launch = (folder: string, args: string[], { bin }: Binaries, runner: Runner): Promise<ChildProcess> => {
  const child = spawn('/bin/sh', ['-c', guard, ...runner.prefix, join(bin, 'postgres'), ...args], {
    ...runner.ids,
    env: environment(folder),
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let output = '';
  return new Promise((ready, failed) => {
    const late = setTimeout(() => {
      child.stdin?.end();
      failed(sentence('The database was not ready in a minute', output));
    }, 60_000);
    const fail = () => {
      clearTimeout(late);
      failed(sentence('The database did not start', output));
    };
    child.once('error', fail);
    child.once('exit', fail);
    child.stdin?.on('error', fail);
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + String(chunk)).slice(-8000);
      if (!output.includes('ready to accept connections')) return;
      clearTimeout(late);
      child.removeListener('exit', fail);
      child.stderr?.removeAllListeners('data').resume();
      child.unref();
      ready(child);
    });
  });
};

const createDatabase = async (connection: ClientConfig): Promise<void> => {
  const client = new Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
};

const shutDown = (child: ChildProcess): Promise<void> =>
  new Promise((ended) => {
    if (child.exitCode !== null || child.signalCode !== null) return ended();
    child.ref();
    child.once('exit', () => ended());
    child.stdin?.end();
  });

/**
 * Starts the PostgreSQL of the installed packages on a Unix socket, with its data below `folder`. The first start
 * creates the cluster. It ends with this process, even by `kill -9`; the next start waits for that. `settings` are such
 * as `fsync=off`. Throws an error for the operator if it cannot run.
 */
export const startEmbedded = async (folder: string, settings: readonly string[] = []): Promise<EmbeddedPostgres> => {
  const root = resolve(folder);
  const binaries = findBinaries();
  mkdirSync(dirname(root), { recursive: true });
  const runner = chooseRunner(root, binaries.bin);
  runner.makePrivateFolder(root);
  const release = await lockFolder(root);
  try {
    const [data, sockets] = [join(root, 'data'), socketFolder(root)];
    runner.makePrivateFolder(sockets);
    if (!existsSync(join(data, 'PG_VERSION'))) makeCluster(root, data, binaries, runner);
    checkVersion(data, binaries);
    await awaitFormerPostmaster(data);
    const args = ['-D', data, '-k', sockets, '-c', 'listen_addresses=', ...settings.flatMap((s) => ['-c', s])];
    const child = await launch(root, args, binaries, runner);
    const connection = { host: sockets, user: superuser, database };
    await createDatabase(connection);
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return {
      connection,
      pid,
      stop: async () => {
        await shutDown(child);
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
};

/** The connection to the embedded PostgreSQL that another process runs below `folder`; undefined if none answers. */
export const runningEmbedded = async (folder: string): Promise<ClientConfig | undefined> => {
  const connection = { host: socketFolder(resolve(folder)), user: superuser, database };
  if (!existsSync(join(connection.host, socketFile))) return undefined;
  const client = new Client(connection);
  try {
    await client.connect();
    return connection;
  } catch {
    // No server answers. The caller starts one and reports what is wrong.
    return undefined;
  } finally {
    // The client may not have been connected.
    await client.end().catch(() => undefined);
  }
};
