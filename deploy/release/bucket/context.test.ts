import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { publishRemote, publishShell } from '../../testing/release.ts';
import { type S3Server, useS3 } from '../../testing/s3.ts';
import { writeEnvironment } from '../environment.ts';
import { type SigningKey, signingKey, trustedKeys } from '../keys.ts';
import { emptyContract, type ReleaseRecord } from '../record.ts';
import { runRelease } from '../run-release.ts';
import { readSignedSet } from '../signed-set.ts';
import { contentOf, integrityOf, openStore, recordText, type Store } from '../store.ts';
import { bucketContext, bucketSets } from './context.ts';
import { bucketReleases, downloadRelease } from './releases.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await useS3();
});

let folder = '';
let address = '';
let own: Store;
const bucket = () => s3.open(address);
const push = (record: ReleaseRecord) => bucketReleases(bucket()).push(own, record);
/** A release command of an operator with their own machine. */
const operator = (name: string) => {
  const output: string[] = [];
  const data = join(folder, name);
  const run = async (...args: string[]) => {
    output.length = 0;
    const context = await bucketContext(bucket(), data, join(folder, 'pins'));
    return runRelease(context, args, (line) => output.push(line));
  };
  return { output, data, run };
};
const served = async () => {
  const text = (await bucketSets(bucket()).read('live.json'))?.text ?? '';
  return readSignedSet(text, trustedKeys(join(folder, 'ada')));
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-operators-'));
  address = s3.newAddress();
  own = openStore(join(folder, 'own'));
  process.env['ATRIUM_RELEASE_KEY'] = signingKey(join(folder, 'ada'), {})
    .secret.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  const service = { name: 'service', version: '1.0.0', kernel: '0.1.0', contract: emptyContract };
  const remotes = ['mf-a', 'mf-b'].flatMap((name) =>
    ['1.0.0', '2.0.0'].map((version) => publishRemote(own, name, version)),
  );
  await Promise.all([publishShell(own, '1.0.0'), own.publish(undefined, () => service), ...remotes].map(push));
  const pin = { version: '1.0.0' };
  writeEnvironment(
    { environment: 'live', shell: pin, service: pin, remotes: { 'mf-a': pin, 'mf-b': pin } },
    join(folder, 'pins'),
  );
});
afterEach(() => {
  delete process.env['ATRIUM_RELEASE_KEY'];
  delete process.env['ATRIUM_RELEASE_TRUST'];
  rmSync(folder, { recursive: true });
});

test('what one operator publishes another one deploys, and both see the same past', async () => {
  const [ada, bob] = [operator('ada'), operator('bob')];
  expect(await ada.run('pin', 'live', 'mf-a@2.0.0')).toBe(0);
  expect(await bob.run('canary', 'live', 'mf-b@2.0.0', '10')).toBe(0);
  expect(await bob.run('status', 'live')).toBe(0);
  expect(bob.output).toContain('  mf-a           2.0.0, before 1.0.0');
  expect(await ada.run('rollback', 'live', 'mf-a', 'it', 'leaks')).toBe(0);
  expect(await bob.run('history', 'live')).toBe(0);
  expect(bob.output.map((line) => line.split(': ')[1])).toEqual([
    'mf-a 2.0.0 → 1.0.0 (it leaks)',
    'mf-b 1.0.0 → 1.0.0, 10 % 2.0.0',
    'mf-a 1.0.0 → 2.0.0',
  ]);
  const { remotes } = await served();
  expect(remotes.map(({ version, canary }) => [version, canary?.release.version])).toEqual([
    ['1.0.0', undefined],
    ['1.0.0', '2.0.0'],
  ]);
});

test('releases of an earlier hash are read as those of today', async () => {
  const file = publishRemote(own, 'mf-c', '1.0.0').files[0];
  const record = own.read('mf-c', '1.0.0');
  const { content: _, files, ...unstored } = record;
  const path = join(own.files('mf-c', '1.0.0'), file?.file ?? '');
  const earlier = files.map((one) =>
    one.file === file?.file ? { ...one, integrity: integrityOf(readFileSync(path), 'sha384') } : one,
  );
  const old = { ...record, files: earlier, content: contentOf(unstored, earlier) };
  await push(old);
  expect((await bucketReleases(bucket()).files(old)).get(file?.file ?? '')).toEqual(readFileSync(path));
});

test('of two promotions at once neither is lost, in the pins and in what is served', async () => {
  const [ada, bob] = [operator('ada'), operator('bob')];
  const done = await Promise.all([ada.run('pin', 'live', 'mf-a@2.0.0'), bob.run('pin', 'live', 'mf-b@2.0.0')]);
  expect(done).toEqual([0, 0]);
  expect((await served()).remotes.map(({ version }) => version)).toEqual(['2.0.0', '2.0.0']);
  expect(await ada.run('doctor')).toBe(0);
  expect(ada.output).toEqual(['6 releases of live: all match what was published, signed and pinned.']);
});

test('a version is published once: the same content again is accepted, other content never', async () => {
  const before = (await bucket().list('')).length;
  await push(own.read('mf-a', '1.0.0'));
  const other = openStore(join(folder, 'other'));
  const changed = publishRemote(other, 'mf-a', '1.0.0', { text: 'other' });
  await expect(bucketReleases(bucket()).push(other, changed)).rejects.toThrow(
    'mf-a@1.0.0 is already published with other content. Raise its version in package.json.',
  );
  expect((await bucket().list('')).length).toBe(before);
});

test('of two who publish a version with different content at once one succeeds, and the result is whole', async () => {
  const stores = ['one', 'two'].map((text) => {
    const store = openStore(join(folder, text));
    return { store, record: publishRemote(store, 'mf-a', '3.0.0', { text }) };
  });
  const tries = await Promise.allSettled(
    stores.map(({ store, record }) => bucketReleases(bucket()).push(store, record)),
  );
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const releases = bucketReleases(bucket());
  const record = await releases.record({ name: 'mf-a', version: '3.0.0' });
  const winner = tries.findIndex(({ status }) => status === 'fulfilled');
  expect(record.content).toBe(stores[winner]?.record.content);
  expect((await releases.files(record)).get('remoteEntry.js')?.toString()).toContain(['one', 'two'][winner]);
});

/** Writes the record of a release with one file directly into the bucket, as somebody does who may publish. */
const plant = async (file: string) => {
  const data = Buffer.from('steal();');
  const integrity = integrityOf(data);
  const { content: _, files: __, ...published } = own.read('mf-a', '1.0.0');
  const unstored = { ...published, version: '9.0.0' };
  const files = [{ file, integrity, bytes: data.length, brotli: data.length }];
  const record = { ...unstored, content: contentOf(unstored, files), files };
  await bucket().create(`files/${Buffer.from(integrity.slice(7), 'base64').toString('hex')}`, data);
  await bucket().create('releases/mf-a/9.0.0.json', Buffer.from(recordText(record)));
};

test.each([
  '../../../../stolen.js',
  'static/../../../../../stolen.js',
  '/stolen.js',
  './stolen.js',
  'static//stolen.js',
  'static\\stolen.js',
  'static/\0stolen.js',
  '..',
  '',
])('a record with the file %j is refused by an edge and by the command, and no file is written', async (file) => {
  await plant(file);
  const why = 'The record of mf-a@9.0.0 is not valid: files.0.file.';
  const edge = openStore(join(folder, 'edge/store'));
  const release = { name: 'mf-a', version: '9.0.0' };
  await expect(downloadRelease(bucketReleases(bucket()), edge, release)).rejects.toThrow(why);
  await expect(operator('ada').run('doctor', 'live')).rejects.toThrow(why);
  expect(globSync('**/*stolen*', { cwd: folder })).toEqual([]);
});

test('a file that differs from its record is not uploaded, such as a link to another file of the machine', async () => {
  const record = publishRemote(own, 'mf-c', '1.0.0');
  const file = join(own.files('mf-c', '1.0.0'), 'static/later.js');
  rmSync(file);
  writeFileSync(join(folder, 'secret'), 'secret');
  symlinkSync(join(folder, 'secret'), file);
  await expect(push(record)).rejects.toThrow('mf-c@1.0.0: static/later.js was changed after it was published.');
  expect(await bucketReleases(bucket()).names('mf-c')).toEqual([]);
});

test('the doctor finds bytes that were changed in the bucket, and a record that was', async () => {
  const ada = operator('ada');
  await ada.run('pin', 'live', 'mf-a@2.0.0', 'mf-b@2.0.0');
  const storeFolder = join(s3.folder, new URL(address).pathname.slice(1));
  const inBucket = (has: (text: string) => boolean, below: string) =>
    globSync(`${below}/**/*object`, { cwd: storeFolder })
      .map((file) => join(storeFolder, file))
      .find((file) => has(readFileSync(file, 'utf8'))) ?? '';
  writeFileSync(
    inBucket((text) => text.startsWith('/* mf-a 2.0.0 */'), 'files'),
    'steal();',
  );
  const record = inBucket((text) => text.includes('"mf-b"') && text.includes('"2.0.0"'), 'releases');
  writeFileSync(record, readFileSync(record, 'utf8').replace('"kernel": "0.1.0"', '"kernel": "0.9.0"'));
  expect(await ada.run('doctor', 'live')).toBe(1);
  expect(ada.output).toEqual([
    '- mf-a@2.0.0: remoteEntry.js was changed after it was published.',
    '- The record of mf-b@2.0.0 was changed after it was published.',
    '6 releases of live: 2 problems.',
  ]);
});

test.each<[string, boolean, string]>([
  ['does not trust', true, 'Nothing was signed: the key '],
  ['cannot continue', false, 'The existing set of live cannot be continued: '],
])(
  'with a key that one %s, a command changes no pins, so it can be repeated with the right one',
  async (_, trusts, why) => {
    const ada = operator('ada');
    await ada.run('pin', 'live', 'mf-a@2.0.0');
    await ada.run('canary', 'live', 'mf-b@2.0.0', '10');
    const pins = async () => (await bucketContext(bucket(), ada.data, join(folder, 'pins'))).registry.read('live');
    const before = await pins();
    const pem = (given: SigningKey, kind: 'secret' | 'public') =>
      kind === 'secret'
        ? given.secret.export({ type: 'pkcs8', format: 'pem' }).toString()
        : given.key.export({ type: 'spki', format: 'pem' }).toString();
    const own = signingKey(ada.data, {});
    process.env['ATRIUM_RELEASE_KEY'] = pem(signingKey(join(folder, 'stranger'), {}), 'secret');
    if (trusts) process.env['ATRIUM_RELEASE_TRUST'] = pem(own, 'public');
    for (const command of [
      ['rollback', 'live', 'mf-b'],
      ['yank', 'mf-b@2.0.0', '--replace', 'mf-b@1.0.0', 'it', 'leaks'],
    ]) {
      expect(await ada.run(...command)).toBe(1);
      expect(ada.output.join()).toContain(why);
      expect(await pins()).toEqual(before);
    }
    process.env['ATRIUM_RELEASE_KEY'] = pem(own, 'secret');
    expect(await ada.run('rollback', 'live', 'mf-b')).toBe(0);
    expect((await pins()).remotes).toEqual({
      'mf-a': { version: '2.0.0', previous: '1.0.0' },
      'mf-b': { version: '1.0.0' },
    });
  },
);
