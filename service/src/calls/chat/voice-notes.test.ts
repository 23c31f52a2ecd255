import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ModelPort } from '../../ports/model.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { clearForGood } from '../../testing/clear-chat.ts';
import type { TestClient } from '../../testing/client.ts';
import { mp4, webm } from '../../testing/files/sounds.ts';
import { upload } from '../../testing/files/upload.ts';
import { startTranscriptionServer } from '../../testing/transcription-server.ts';

let transcriber: Awaited<ReturnType<typeof startTranscriptionServer>>;
let test: TestApp;
beforeAll(async () => {
  transcriber = await startTranscriptionServer();
  const env = { MODEL_BASE_URL: transcriber.baseUrl, MODEL_API_KEY: 'secret', TRANSCRIPTION_MODEL: 'whisper' };
  test = await createTestApp({ env });
});
beforeEach(() => {
  transcriber.answer = { status: 200, text: 'Show me a table' };
});
afterAll(async () => {
  await test.close();
  await transcriber.close();
});

const person = async (app = test) => app.as(await app.createUser({ premium: true }));
const record = (client: TestClient, content: Buffer, type = 'audio/webm;codecs=opus') =>
  upload(client, 'note', type, content, 'audio-notes');
const send = async (client: TestClient, voiceNote: string, prompt = '') => {
  const { status, items, body } = await client.stream(calls.chat.streamReply, { prompt, voiceNote });
  const id = items.find((item) => item.type === 'id')?.id ?? '';
  const text = items.map((item) => (item.type === 'text' ? item.text : '')).join('');
  return { status, id, text, msg: status === 200 ? '' : (JSON.parse(body) as { msg: string }).msg };
};
const noSpeech = 'No legible speech detected, please speak clearly and in a quiet environment.';

describe('a voice note', () => {
  it('becomes the prompt, is answered, and stays on its message', async () => {
    const client = await person();
    const note = await record(client, webm(2));
    const { id, text } = await send(client, note.url);
    expect(text).toContain('| Plan ');
    const { body } = await client.call(calls.chat.getMessage, { id });
    expect(body).toMatchObject({ prompt: 'Show me a table', fromNote: true, voiceNote: note.url });
    const chatId = (await client.call(calls.chat.listChats, {})).body.chats[0]!._id;
    const { body: titled } = await client.call(calls.chat.nameChat, { chatId, prompt: '' });
    expect(titled.chat.title).toBe('A table');
    expect(transcriber.notes.at(-1)).toMatchObject({ model: 'whisper', key: 'Bearer secret', name: 'note.webm' });
    const { headers } = await client.request({ method: 'GET', url: note.url });
    expect(headers).toMatchObject({ 'content-type': 'audio/webm', 'accept-ranges': 'bytes' });
  });

  it('is not transcribed by an external service in secure mode', async () => {
    const client = test.as(await test.createUser({ premium: true, booktAdmin: true }));
    const { url: voiceNote } = await record(client, webm(2));
    const before = transcriber.notes.length;
    const { status, body } = await client.stream(calls.chat.streamReply, { prompt: '', voiceNote, secureMode: true });
    expect([status, JSON.parse(body)]).toEqual([
      400,
      { code: 'secure-excludes-voice', msg: 'Voice notes are not available in secure mode.' },
    ]);
    expect(transcriber.notes).toHaveLength(before);
  });

  it('follows the typed text', async () => {
    const client = await person();
    const { id } = await send(client, (await record(client, mp4(2), 'audio/mp4')).url, 'Please:');
    const { body } = await client.call(calls.chat.getMessage, { id });
    expect(body.prompt).toBe('Please:\n\nShow me a table');
    expect(transcriber.notes.at(-1)).toMatchObject({ name: 'note.m4a' });
  });

  it.each([
    ['nobody speaks in', webm(2), { status: 200, text: ' [silence] ' }, 400, noSpeech],
    ['is empty', Buffer.alloc(0), { status: 200, text: 'x' }, 400, noSpeech],
    [
      'is no recording',
      Buffer.from('%PDF-1.7 and more'),
      { status: 200, text: 'x' },
      415,
      'Failed to upload voice note, please try again.',
    ],
    [
      'the provider cannot take',
      webm(2),
      { status: 500, text: '' },
      502,
      'Failed to upload voice note, please try again.',
    ],
  ])('that %s is refused before anything is stored', async (_what, content, answer, status, msg) => {
    const client = await person();
    transcriber.answer = answer;
    const note = await record(client, content);
    expect(await send(client, note.url)).toMatchObject({ status, msg });
    expect((await client.call(calls.chat.listChats, {})).body.chats).toEqual([]);
    expect((await client.request({ method: 'GET', url: note.url })).status).toBe(200);
  });

  it('of another user is refused', async () => {
    const [owner, stranger] = [await person(), await person()];
    const note = await record(owner, webm(1));
    expect(await send(stranger, note.url)).toMatchObject({ status: 403 });
  });

  it('is deleted with its chat, and is audible for users who continue the shared chat', async () => {
    const [owner, other] = [await person(), await person()];
    const note = await record(owner, webm(1));
    const { id } = await send(owner, note.url);
    const { chats } = (await owner.call(calls.chat.listChats, {})).body;
    const chatId = chats[0]!._id;
    const statusOf = async (client: TestClient) => (await client.request({ method: 'GET', url: note.url })).status;
    const { body } = await owner.call(calls.chat.shareChat, { chatId });
    expect([id === '', await statusOf(other)]).toEqual([false, 403]);
    await other.stream(calls.chat.streamReply, { prompt: 'On', shareId: body.id });
    expect(await statusOf(other)).toBe(200);
    await clearForGood(test, owner, chatId);
    expect(await statusOf(other)).toBe(200);
    const copies = (await other.call(calls.chat.listChats, {})).body.chats;
    await clearForGood(test, other, copies[0]!._id);
    expect(await statusOf(owner)).toBe(404);
  });

  it('is off for a real model without a transcription model: demo text never becomes a prompt', async () => {
    const model: ModelPort = {
      label: 'Real',
      async *reply() {
        yield { type: 'text', text: 'Yes.' };
      },
      name: async () => 'Title',
      improve: async (prompt) => prompt,
    };
    const deaf = await createTestApp({ model });
    try {
      const client = await person(deaf);
      const { url: voiceNote } = await record(client, webm(2));
      const { status, body } = await client.stream(calls.chat.streamReply, { prompt: '', voiceNote });
      const msg = 'Voice notes need a transcription model, which is not set up here.';
      expect([status, JSON.parse(body)]).toEqual([400, { msg, code: 'voice-off' }]);
      expect((await client.call(calls.chat.listChats, {})).body.chats).toEqual([]);
      expect((await client.call(calls.session.getUser, {})).body.voiceNotes).toBe(false);
    } finally {
      await deaf.close();
    }
    expect((await (await person()).call(calls.session.getUser, {})).body.voiceNotes).toBeUndefined();
  });

  it('without a transcription model is sent with a note that nobody transcribed it', async () => {
    const plain = await createTestApp();
    const client = await person(plain);
    const { id } = await send(client, (await record(client, webm(3))).url);
    const { body } = await client.call(calls.chat.getMessage, { id });
    expect(body.prompt).toMatch(/^\(Demo transcription: a voice note of 3 seconds\./);
    expect(await send(client, (await record(client, webm(3, 3))).url)).toMatchObject({ status: 400, msg: noSpeech });
    await plain.close();
  });
});
