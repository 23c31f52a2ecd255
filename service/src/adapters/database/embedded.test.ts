import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { makeMemoryFolder } from '@atrium/shared-kernel/testing/memory-folder';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findBinaries } from './binaries.ts';
import { startEmbedded, type EmbeddedPostgres } from './embedded.ts';
import { lockFolder, processStamp } from './ownership.ts';

const makeBase = () => {
  const folder = makeMemoryFolder('atrium-embedded-');
  chmodSync(folder, 0o711);
  return folder;
};
/** The folder of a database that has been created and stopped. */
let used: string;
let base: string;
const running: EmbeddedPostgres[] = [];
beforeAll(async () => {
  used = join(makeBase(), 'postgres');
  await (await startEmbedded(used, ['fsync=off'])).stop();
});
beforeEach(() => {
  base = makeBase();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
  rmSync(base, { recursive: true, force: true });
});
afterAll(() => rmSync(dirname(used), { recursive: true, force: true }));

/** Makes a folder with an existing database, as creating one takes most of a first start. */
const withData = (folder: string): string => {
  mkdirSync(folder);
  execFileSync('cp', ['-a', join(used, 'data'), folder]);
  return folder;
};
const start = async (folder: string) => {
  const started = await startEmbedded(folder, ['fsync=off']);
  running.push(started);
  return started;
};
const rowsOf = async ({ connection }: EmbeddedPostgres, query: string) => {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query({ text: query, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
};
const child = async (folder: string, row: string) => {
  const script = join(import.meta.dirname, '../../testing/embedded-child.ts');
  const spawned = spawn(process.execPath, [script, folder, row], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(spawned.stdout), 'line')) as [string];
  return { process: spawned, postmaster: (JSON.parse(line) as { pid: number }).pid };
};

describe('the embedded database', () => {
  it('keeps what was written over kill -9 of its process, and starts again at once', async () => {
    const folder = join(base, 'postgres');
    for (const row of ['first', 'second']) {
      const { process: killed, postmaster } = await child(folder, row);
      expect(processStamp(postmaster)).toBeDefined();
      killed.kill('SIGKILL');
      await once(killed, 'exit');
    }
    const again = await start(folder);
    expect(await rowsOf(again, 'select row from saved order by row')).toEqual(['first', 'second']);
  });

  it('starts again after its own PostgreSQL was killed', async () => {
    const folder = withData(join(base, 'postgres'));
    const { process: first, postmaster } = await child(folder, 'saved');
    process.kill(postmaster, 'SIGKILL');
    await once(first, 'exit');
    expect(await rowsOf(await start(folder), 'select row from saved')).toEqual(['saved']);
  });

  it('is reached through a private folder, not by network, with the extensions that search needs', async () => {
    const started = await start(join(base, 'postgres'));
    expect(statSync(started.connection.host ?? '').mode & 0o777).toBe(0o700);
    expect(await rowsOf(started, 'show listen_addresses')).toEqual(['']);
    expect(
      await rowsOf(
        started,
        "select name from pg_available_extensions where name in ('pg_trgm', 'btree_gin') order by 1",
      ),
    ).toEqual(['btree_gin', 'pg_trgm']);
  });

  it('leaves no incomplete cluster after a start that was killed', async () => {
    const folder = join(base, 'postgres');
    mkdirSync(join(folder, 'data.new.1'), { recursive: true });
    await start(folder);
    expect(existsSync(join(folder, 'data.new.1'))).toBe(false);
  });

  it('uses a socket elsewhere if the path is too long for one', async () => {
    const folder = withData(join(base, 'long-'.repeat(20)));
    const started = await start(folder);
    expect(started.connection.host).not.toContain('long-');
    expect(await rowsOf(started, 'select 1')).toEqual([1]);
  });

  it('starts below a folder that only its owner may enter', async () => {
    chmodSync(base, 0o700);
    expect(await rowsOf(await start(withData(join(base, 'postgres'))), 'select 1')).toEqual([1]);
  });

  it('keeps its data after the parent folder was closed', async () => {
    const folder = withData(join(base, 'postgres'));
    await (await start(folder)).stop();
    chmodSync(base, 0o700);
    expect(await rowsOf(await start(folder), 'select 1')).toEqual([1]);
  });

  it('reports data of another major version', async () => {
    const folder = join(base, 'postgres');
    mkdirSync(join(folder, 'data'), { recursive: true });
    writeFileSync(join(folder, 'data/PG_VERSION'), '17\n');
    await expect(startEmbedded(folder)).rejects.toThrow(
      /was created by PostgreSQL 17, but this Atrium includes PostgreSQL 18/,
    );
    expect(existsSync(join(folder, 'owner'))).toBe(false);
  });

  it('starts over a lock that names a process which is no PostgreSQL', async () => {
    const folder = withData(join(base, 'postgres'));
    writeFileSync(join(folder, 'data/postmaster.pid'), `${process.pid}\n`);
    expect(await rowsOf(await start(folder), 'select 1')).toEqual([1]);
  });

  it('ends with PostgreSQL stopped and the folder released', async () => {
    const folder = withData(join(base, 'postgres'));
    const started = await start(folder);
    await started.stop();
    expect(processStamp(started.pid)).toBeUndefined();
    expect(existsSync(join(folder, 'owner'))).toBe(false);
  });
});

describe('a data folder', () => {
  it('is refused while another living process has it, by that process’s name', async () => {
    await lockFolder(base);
    await expect(lockFolder(base, 0)).rejects.toThrow(`is in use by another Atrium (process ${process.pid})`);
  });

  it('is taken over from a process that has ended, even if its process id is reused', async () => {
    writeFileSync(join(base, 'owner'), `${process.pid} 1`);
    const release = await lockFolder(base, 0);
    expect(readFileSync(join(base, 'owner'), 'utf8')).toBe(processStamp(process.pid));
    release();
    expect(existsSync(join(base, 'owner'))).toBe(false);
  });
});

describe('the programs', () => {
  it('are reported as missing on a platform without them, with what to do', () => {
    expect(() => findBinaries('win32', 'x64')).toThrow(
      /no embedded PostgreSQL for win32 on x64.*Point DATABASE_URL at a PostgreSQL instead/,
    );
  });

  it('are not tried on musl', () => {
    expect(() => findBinaries('linux', 'x64', true)).toThrow(/needs glibc, and this system has musl/);
  });
});
