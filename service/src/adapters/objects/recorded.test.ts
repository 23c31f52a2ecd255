import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { schema } from '../../db/database.ts';
import { ObjectRemoved, type SignedObjectStore } from '../../ports/objects.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { type S3Server, startS3 } from '../../testing/s3.ts';
import { objectsVariables, openObjects, readObjects } from './choose.ts';
import { recordObjects } from './recorded.ts';

const { objects, users } = schema;
let s3: S3Server;
let app: TestApp;
let bucket: SignedObjectStore;
beforeAll(async () => {
  s3 = await startS3();
  app = await createTestApp();
  bucket = await openObjects({
    dataFolder: app.config.dataFolder,
    s3: readObjects(z.object(objectsVariables).parse(s3.env)),
    secrets: async () => ['a secret'],
  });
});
afterAll(async () => {
  await app.close();
  await s3.end();
});

const brief = { folder: 'documents', name: 'brief.md', type: 'text/markdown' };
const start = async () => {
  const { id: owner } = await app.createUser();
  const { key } = bucket.signedPut({ ...brief, owner }, 60);
  await app.db.insert(objects).values({ key, userId: owner, folder: brief.folder, type: brief.type });
  return { owner, key };
};
const rowsOf = (owner: string) => app.db.select().from(objects).where(eq(objects.userId, owner));
const contentOf = async (key: string) => {
  const found = await bucket.read(key);
  return found && String(await buffer(found.content));
};
/** The recorded bucket; `before` runs before bytes are written. */
const recorded = ({ before }: { before?: () => Promise<unknown> } = {}) =>
  recordObjects(
    {
      ...bucket,
      async receive(...upload) {
        await before?.();
        await bucket.receive(...upload);
      },
    },
    app.db,
  );

describe('an object whose row was removed', () => {
  it('is not stored when its bytes arrive', async () => {
    const { key } = await start();
    await recorded().remove(key);
    await expect(recorded().receive(key, brief, Readable.from(['late']), 10)).rejects.toThrow(ObjectRemoved);
    expect(await contentOf(key)).toBeUndefined();
  });

  it('does not stay in the store if its bytes were on their way', async () => {
    const { key } = await start();
    const store = recorded({ before: () => recorded().remove(key) });
    await expect(store.receive(key, brief, Readable.from(['late']), 10)).rejects.toThrow(ObjectRemoved);
    expect(await contentOf(key)).toBeUndefined();
  });

  it('does not stay in the store if its upload is complete while it is being removed', async () => {
    const { key } = await start();
    const removing = recordObjects(
      {
        ...bucket,
        async remove(one) {
          await bucket.remove(one);
          if ((await rowsOf(one.split('/')[1]!))[0]?.uploadedDate === null)
            await recorded().receive(one, brief, Readable.from(['late']), 10);
        },
      },
      app.db,
    );
    await removing.remove(key);
    expect(await contentOf(key)).toBeUndefined();
  });

  it('does not return with other content', async () => {
    const { key } = await start();
    await recorded().remove(key);
    await recorded().revise(key, brief, Buffer.from('late'));
    expect(await contentOf(key)).toBeUndefined();
  });
});

describe('an object that the product stores', () => {
  const content = Buffer.from('# Brief');
  it('has its row before its bytes, and is complete after them', async () => {
    const { id: owner } = await app.createUser();
    const before = async () => expect(await rowsOf(owner)).toMatchObject([{ uploadedDate: null }]);
    const { key, url } = await recorded({ before }).put({ ...brief, owner, content });
    expect(await rowsOf(owner)).toMatchObject([{ key, ...brief, size: 7, uploadedDate: expect.any(Date) }]);
    expect(url).toContain('/brief.md');
    expect(await contentOf(key)).toBe('# Brief');
  });

  it('leaves nothing if its owner was deleted in the meantime', async () => {
    const { id: owner } = await app.createUser();
    let key = '';
    const before = async () => {
      key = (await rowsOf(owner))[0]!.key;
      await app.db.delete(users).where(eq(users.id, owner));
    };
    await expect(recorded({ before }).put({ ...brief, owner, content })).rejects.toThrow(ObjectRemoved);
    expect(await contentOf(key)).toBeUndefined();
  });

  it('keeps its row if its bytes cannot be stored, so that a part of them is found again', async () => {
    const { id: owner } = await app.createUser();
    const before = () => Promise.reject(new Error('The store is down.'));
    await expect(recorded({ before }).put({ ...brief, owner, content })).rejects.toThrow('The store is down.');
    expect(await rowsOf(owner)).toMatchObject([{ size: null, uploadedDate: null }]);
  });
});
