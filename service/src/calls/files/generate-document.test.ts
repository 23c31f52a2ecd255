import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const premium = async () => app.as(await app.createUser({ premium: true }));

it.each([
  ['pdf', 'application/pdf', '%PDF-'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'PK'],
] as const)('gives an answer as %s behind a link that needs no session', async (type, mediaType, start) => {
  const { status, body } = await (
    await premium()
  ).call(calls.files.generateDocument, {
    type,
    title: 'Tea: a/b?',
    markdown: '# Tea\n\nGreen [1](https://a.example/).',
    citations: '["https://a.example/"]',
  });
  expect(status).toBe(200);
  const opened = await app.visitor.request({ url: body.url });
  expect(opened.status).toBe(200);
  expect(opened.headers['content-type']).toBe(mediaType);
  expect(String(opened.headers['content-disposition'])).toContain(`Tea a b.${type}`);
  expect(opened.text.startsWith(start)).toBe(true);
});

it.each(['漢', '𠮷'])('accepts a long title of characters that need several bytes: %s', async (character) => {
  const order = { type: 'docx', title: character.repeat(90), markdown: 'Green.' } as const;
  const { status, body } = await (await premium()).call(calls.files.generateDocument, order);
  expect(status).toBe(200);
  expect((await app.visitor.request({ url: body.url })).status).toBe(200);
});

it('reports that there is nothing to create a document from', async () => {
  const answer = await (
    await premium()
  ).call(calls.files.generateDocument, { type: 'pdf', title: '', markdown: ' \n' });
  expect(answer).toMatchObject({ status: 400, body: { msg: 'There’s nothing to turn into a document.' } });
});

it('omits citations that are not a list', async () => {
  const client = await premium();
  const wanted = { type: 'docx', title: 'Tea', markdown: 'Green.' } as const;
  for (const citations of ['{', '"text"', '[1]'])
    expect((await client.call(calls.files.generateDocument, { ...wanted, citations })).status).toBe(200);
});

it('accepts a limited number of requests per minute', async () => {
  const client = await premium();
  const order = { type: 'pdf', title: 'Tea', markdown: ' ' } as const;
  const statuses = [];
  for (let at = 0; at <= 20; at += 1) statuses.push((await client.call(calls.files.generateDocument, order)).status);
  expect(statuses.indexOf(429)).toBe(20);
});

it.each([
  [
    'busy',
    {
      status: 429,
      body: { msg: 'Too many documents at once, please wait.', code: 'too-many-documents', _msBeforeNext: 10_000 },
    },
  ],
  ['tooLarge', { status: 422, body: { code: 'document-too-large' } }],
  ['broken', { status: 422, body: { code: 'document-broken' } }],
] as const)('returns a code if no document was created: %s', async (reason, expected) => {
  vi.spyOn(app.services.documents, 'make').mockResolvedValue({ kind: 'failed', reason });
  const order = { type: 'pdf', title: 'Tea', markdown: 'Green.' } as const;
  expect(await (await premium()).call(calls.files.generateDocument, order)).toMatchObject(expected);
});
