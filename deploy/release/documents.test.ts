import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type S3Server, useS3 } from '../testing/s3.ts';
import { bucketDocuments } from './bucket/documents.ts';
import { withDefaults, type Documents, folderDocuments } from './documents.ts';
import { writeAtomically } from './write-atomically.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await useS3();
});

let folder = '';
let address = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-documents-'));
  address = s3.newAddress();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Each call opens the documents as another operator. */
const kinds: Record<string, () => Documents> = {
  'a folder': () => folderDocuments(folder),
  'a bucket': () => bucketDocuments(s3.open(address), 'documents/'),
};

describe.each(Object.entries(kinds))('documents in %s', (_, open) => {
  test('are written only if they are unchanged since they were read', async () => {
    const documents = open();
    expect(await documents.read('a/b.json')).toBeUndefined();
    expect(await documents.swap('a/b.json', 'one', undefined)).toBe(true);
    expect(await documents.swap('a/b.json', 'two', undefined)).toBe(false);
    const read = await documents.read('a/b.json');
    expect(await open().swap('a/b.json', 'two', read?.tag)).toBe(true);
    expect(await documents.swap('a/b.json', 'three', read?.tag)).toBe(false);
    expect((await documents.read('a/b.json'))?.text).toBe('two');
  });

  test('are listed in their order, one level at a time, all or those after a key', async () => {
    for (const key of ['b.json', 'a.json', 'past/2.json', 'past/1.json', 'past/deep/3.json'])
      await open().swap(key, key, undefined);
    const files = async (prefix: string, after?: string) =>
      (await open().list(prefix, after)).filter((key) => key.endsWith('.json'));
    expect(await files('')).toEqual(['a.json', 'b.json']);
    expect(await files('past/')).toEqual(['past/1.json', 'past/2.json']);
    await open().swap('past/1.json', 'changed', (await open().read('past/1.json'))?.tag);
    expect(await files('past/', 'past/1.json')).toEqual(['past/2.json']);
    expect(await files('past/', 'past/0.json')).toEqual(['past/1.json', 'past/2.json']);
    expect(await files('past/', 'past/2.json')).toEqual([]);
  });

  test('of operators who change one at the same time each gets their turn, and nothing is lost', async () => {
    const count = async () => {
      const documents = open();
      for (;;) {
        const now = await documents.read('count');
        if (await documents.swap('count', String(Number(now?.text ?? 0) + 1), now?.tag)) return;
      }
    };
    await Promise.all(Array.from({ length: 10 }, count));
    expect((await open().read('count'))?.text).toBe('10');
  });

  test('start as a copy of another, and change independently of it', async () => {
    const defaults = folderDocuments(join(folder, 'defaults'));
    await defaults.swap('live.json', 'first', undefined);
    const documents = withDefaults(defaults, open());
    const read = await documents.read('live.json');
    expect(read?.text).toBe('first');
    expect(await documents.list('')).toContain('live.json');
    expect(await documents.swap('live.json', 'second', read?.tag)).toBe(true);
    expect(await documents.swap('live.json', 'third', read?.tag)).toBe(false);
    expect((await documents.read('live.json'))?.text).toBe('second');
    expect((await defaults.read('live.json'))?.text).toBe('first');
  });
});

/** Runs code with `documents` of the folder as another process, which is killed as soon as it would rename a file. */
const killedWhileWriting = async (code: string) => {
  const script = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    fs.renameSync = () => process.kill(process.pid, 'SIGKILL');
    syncBuiltinESMExports();
    const { folderDocuments } = await import(${JSON.stringify(new URL('documents.ts', import.meta.url).href)});
    const documents = folderDocuments(process.argv[1]);
    ${code}
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], { stdio: 'inherit' });
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
};

test('what a killed process leaves in a folder is no document', async () => {
  const documents = folderDocuments(folder);
  await documents.swap('past/1.json', 'one', undefined);
  await killedWhileWriting(`await documents.swap('past/2.json', 'two', undefined);`);
  // As earlier versions named it.
  writeFileSync(join(folder, 'past/2.json.1234.new'), '');
  expect(await documents.list('past/')).toEqual(['past/1.json']);
  expect(await documents.swap('past/2.json', 'two', undefined)).toBe(true);
  expect(await documents.list('past/')).toEqual(['past/1.json', 'past/2.json']);
});

test('a write that fails leaves nothing in its folder', () => {
  mkdirSync(join(folder, 'taken/below'), { recursive: true });
  expect(() => writeAtomically(join(folder, 'taken'), 'one')).toThrow('rename');
  expect(readdirSync(folder)).toEqual(['taken']);
});

const holder = `
  import { DatabaseSync } from 'node:sqlite';
  const lock = new DatabaseSync(process.argv[1]);
  lock.exec('BEGIN EXCLUSIVE');
  console.log('held');
  setInterval(() => lock.isOpen, 1000);
`;

test('a process that dies with a folder’s lock blocks nobody', async () => {
  const documents = folderDocuments(folder);
  await documents.swap('a', 'one', undefined);
  const child = spawn(process.execPath, ['--input-type=module', '-e', holder, join(folder, '.a.mutex')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface(child.stdout), 'line');
  const waiting = new Promise<number | null>((resolve) => {
    const code = `
      import { folderDocuments } from ${JSON.stringify(new URL('documents.ts', import.meta.url).href)};
      const documents = folderDocuments(process.argv[1]);
      const { tag } = await documents.read('a');
      console.log('waits');
      process.exitCode = (await documents.swap('a', 'two', tag)) ? 0 : 1;
    `;
    const other = spawn(process.execPath, ['--input-type=module', '-e', code, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    other.on('close', resolve);
    createInterface(other.stdout).once('line', () => child.kill('SIGKILL'));
  });
  expect(await waiting).toBe(0);
  expect((await documents.read('a'))?.text).toBe('two');
});

test('many processes that alternate, some of which are killed midway, never write at the same time', async () => {
  const code = `
    import { folderDocuments } from ${JSON.stringify(new URL('documents.ts', import.meta.url).href)};
    const documents = folderDocuments(process.argv[1]);
    for (let mine = 0; mine < 20; ) {
      const now = await documents.read('count');
      const next = Number(now?.text ?? 0) + 1;
      if (await documents.swap('count', String(next), now?.tag)) { mine += 1; console.log(next); }
    }
  `;
  const run = (killedAfter: number) =>
    new Promise<string[]>((resolve) => {
      const lines: string[] = [];
      const child = spawn(process.execPath, ['--input-type=module', '-e', code, folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      createInterface(child.stdout).on('line', (line) => {
        lines.push(line);
        if (lines.length === killedAfter) child.kill('SIGKILL');
      });
      child.on('close', () => resolve(lines));
    });
  const all = await Promise.all([run(5), run(8), run(21), run(21)]);
  const written = all.flat();
  expect(new Set(written).size).toBe(written.length);
  expect(all[2]).toHaveLength(20);
  expect(all[3]).toHaveLength(20);
});
