import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../db/database.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const page = { folder: 'chatFiles', name: 'a "page".html', type: 'text/html' };
const store = async () => {
  const owner = await test.createUser();
  const content = Buffer.from('<script>alert(1)</script>');
  return { owner, ...(await test.services.objects.put({ ...page, owner: owner.id, content })) };
};

describe('a stored object', () => {
  it('is an attachment of its type without scripts, for its owner and for holders of a signed link', async () => {
    const { owner, key, url } = await store();
    const link = test.services.objects.signedGet(key, 60);
    for (const answer of [
      await test.as(owner).request({ method: 'GET', url }),
      await test.visitor.request({ method: 'GET', url: link }),
    ]) {
      expect(answer).toMatchObject({ status: 200, text: '<script>alert(1)</script>' });
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
      });
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="a _page_\.html"/);
    }
  });

  it('is private', async () => {
    const { key, url } = await store();
    const stranger = test.as(await test.createUser());
    const link = test.services.objects.signedGet(key, 60);
    for (const answer of [
      await stranger.request({ method: 'GET', url }),
      await test.visitor.request({ method: 'GET', url }),
      await test.visitor.request({ method: 'GET', url: link.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }),
      await stranger.request({ method: 'GET', url: '/objects/../objects/.secret' }),
    ])
      expect(answer.status).toBeGreaterThanOrEqual(403);
  });

  it('is accepted by PUT to a signed link, of the announced type only', async () => {
    const owner = await test.createUser();
    const { key, uploadUrl } = test.services.objects.signedPut(
      { ...page, owner: owner.id, name: 'upload.txt', type: 'text/plain' },
      60,
    );
    await test.db.insert(schema.objects).values({ key, userId: owner.id, folder: page.folder, type: 'text/plain' });
    const put = (url: string, type: string) =>
      test.visitor.request({ method: 'PUT', url, headers: { 'content-type': type }, payload: 'Hello' });
    expect((await put(uploadUrl, 'text/html')).status).toBe(403);
    expect((await put(uploadUrl.replace('upload.txt', 'other.txt'), 'text/plain')).status).toBe(403);
    expect((await put(uploadUrl, 'text/plain')).status).toBe(204);
    const answer = await test.as(owner).request({ method: 'GET', url: `/objects/${key}` });
    expect(answer).toMatchObject({ status: 200, text: 'Hello' });
  });

  it('is not stored once its owner has deleted the account', async () => {
    const owner = test.as(await test.createUser());
    const { body } = await owner.call(calls.files.uploadUrl, { fileType: 'image/png', folder: 'chatFiles' });
    expect((await owner.call(calls.profile.deleteUser, {})).status).toBe(200);
    const upload = { url: body.uploadUrl, headers: { 'content-type': 'image/png' }, payload: Buffer.from('a picture') };
    expect(await test.visitor.request({ method: 'PUT', ...upload })).toMatchObject({
      status: 404,
      body: { code: 'unknown-file' },
    });
    expect(await test.services.objects.read(body.key)).toBeUndefined();
  });

  it('is opened by a link that its owner requests', async () => {
    const { owner, key, url } = await store();
    for (const identifierString of [url, key, `https://atrium.test${url}`]) {
      const { status, body } = await test.as(owner).call(calls.files.objectFromPresignedUrl, { identifierString });
      expect(status).toBe(200);
      expect((await test.visitor.request({ method: 'GET', url: body.url })).status).toBe(200);
    }
    for (const client of [test.visitor, test.as(await test.createUser())])
      expect(await client.call(calls.files.objectFromPresignedUrl, { identifierString: url })).toMatchObject({
        status: 403,
        body: { msg: 'Failed to authenticate your ownership of this resource.' },
      });
  });
});
