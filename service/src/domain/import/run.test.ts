import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSealer } from '../../db/sealed.ts';
import type { SignedObjectStore } from '../../ports/objects.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { zipOf } from '../../testing/archives.ts';
import { ImportRefused } from './refused.ts';
import { runImport } from './run.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const attachment = { id: 'file-notes', name: 'notes.md' };
const question = {
  parent: null,
  children: [],
  message: {
    author: { role: 'user' },
    create_time: 1_700_000_000,
    content: { content_type: 'text', parts: ['Look'] },
    metadata: { attachments: [attachment] },
  },
};
const talk = { id: 'c1', title: 'Notes', create_time: 1_700_000_000, mapping: { q: question } };
const notes = Buffer.from('# Notes\n'.repeat(500));
const archive = (file: Uint8Array = notes) =>
  zipOf({ 'conversations.json': JSON.stringify([talk]), 'file-notes-notes.md': file });

/** Imports the archive as a new user, who reads it from `store`. */
const importFrom = async (store: SignedObjectStore, content = archive()) => {
  const { id: userId } = await test.createUser();
  const file = { owner: userId, folder: 'imports', name: 'import.zip', type: 'application/zip', content };
  const { key } = await test.services.objects.put(file);
  const sealer = createSealer(['secret']);
  return runImport({ db: test.db, objects: store, sealer, userId, key, progress: () => undefined });
};

const outcomeOf = (running: ReturnType<typeof importFrom>) =>
  running.then(
    ({ report: { files } }) => (files.added === 1 && files.skipped === 0 ? 'whole' : files),
    (error: unknown) => (error instanceof ImportRefused ? error.message : 'interrupted'),
  );

type Read = SignedObjectStore['read'];
const failures: Readonly<Record<string, (read: ReturnType<Read>) => ReturnType<Read>>> = {
  'is refused': async (read) => {
    (await read)?.content.destroy();
    throw new Error('503 SlowDown');
  },
  'breaks off': async (read) => {
    const object = (await read)!;
    const begun = async function* () {
      for await (const chunk of object.content as AsyncIterable<Buffer>) {
        yield chunk.subarray(0, 1);
        throw new Error('socket hang up');
      }
    };
    return { ...object, content: Readable.from(begun()) };
  },
};

/** A store of which those reads of a part fail whose number, from 1, is chosen. Counts them. */
const failing = (fail: (typeof failures)[string], chosen: (read: number) => boolean) => {
  const { objects } = test.services;
  let reads = 0;
  const read: Read = async (key, range) => {
    if (!range) return objects.read(key);
    reads += 1;
    return chosen(reads) ? fail(objects.read(key, range)) : objects.read(key, range);
  };
  return { store: { ...objects, read }, reads: () => reads };
};

describe.each(Object.entries(failures))('an archive of which a part’s download %s', (_, fail) => {
  it('is imported with all of its files, or interrupted, but never taken for damaged', async () => {
    const sound = failing(fail, () => false);
    expect((await importFrom(sound.store)).report.files).toMatchObject({ added: 1, skipped: 0 });
    const outcomes = [];
    for (let broken = 1; broken <= sound.reads(); broken += 1)
      outcomes.push(await outcomeOf(importFrom(failing(fail, (read) => read === broken).store)));
    expect(outcomes.filter((outcome) => outcome !== 'whole' && outcome !== 'interrupted')).toEqual([]);
  });

  it('again and again is interrupted', async () => {
    const sound = failing(fail, () => false);
    await importFrom(sound.store);
    // The last part is the content of the attached file.
    const { store } = failing(fail, (read) => read >= sound.reads());
    expect(await outcomeOf(importFrom(store))).toBe('interrupted');
  });
});

it('an archive that says that it is longer than it is is refused, whatever a store does with such a part', async () => {
  const { objects } = test.services;
  const content = archive();
  // Where the directory begins.
  content.writeUInt32LE(content.length, content.lastIndexOf('PK\x05\x06') + 16);
  const read: Read = async (key, range) => {
    if (range && range.start >= content.length) throw new Error('416 InvalidRange');
    return objects.read(key, range);
  };
  await expect(importFrom({ ...objects, read }, content)).rejects.toThrow('This file is not a complete zip archive.');
});

it('an attached file that is damaged is left out with a note', async () => {
  const content = archive();
  // The checksum of the second file in the directory.
  content[content.lastIndexOf('PK\x01\x02') + 16]! ^= 0xff;
  const { report } = await importFrom(test.services.objects, content);
  expect(report).toMatchObject({
    messages: { added: 1 },
    files: { added: 0, skipped: 1 },
    notes: ['Some files in the archive are damaged, so they were skipped.'],
  });
});
