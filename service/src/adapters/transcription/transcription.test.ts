import { array, assert, double, nat, property, record } from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { startTranscriptionServer } from '../../testing/transcription-server.ts';
import { mp4, webm } from '../../testing/files/sounds.ts';
import { chooseTranscription } from '../../compose/transcription.ts';
import { readConfig } from '../../config.ts';
import { plainEntry } from '../../ports/model-catalog.ts';
import { createLocalParts } from '../../local/parts.ts';
import { readTranscription } from './config.ts';
import { createDemoTranscription } from '../../local/demo/transcription.ts';
import { soundOf } from '../../formats/sound.ts';

const local = createLocalParts(readConfig({}));

const note = (content: Buffer) => ({ content: new Uint8Array(content), type: 'audio/webm' as const });
const closing: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

/** A provider that transcribes every note as `text`. */
const provider = async (status: number, text: string) => {
  const transcriber = await startTranscriptionServer();
  transcriber.answer = { status, text };
  closing.push(() => transcriber.close());
  return transcriber;
};

describe('a recording', () => {
  it('is known by its content, with its seconds', () => {
    expect(soundOf(webm(3))).toMatchObject({ type: 'audio/webm', seconds: 3 });
    expect(soundOf(webm(3).subarray(0, 9000))?.seconds).toBeLessThan(3);
    expect(soundOf(mp4(5))).toEqual({ type: 'audio/mp4', seconds: 5 });
    expect(soundOf(mp4(7, true))).toEqual({ type: 'audio/mp4', seconds: 7 });
    expect(soundOf(Buffer.from('ID3 something else altogether'))).toBeUndefined();
    expect(soundOf(Buffer.alloc(3))).toBeUndefined();
  });
});

it('never fails on a damaged recording', () => {
  const whole = [webm(1), mp4(3), mp4(3, true)];
  const change = record({ at: nat(400), byte: nat(255) });
  assert(
    property(nat(2), array(change, { maxLength: 8 }), double({ min: 0, max: 1 }), (which, changes, part) => {
      const bytes = Buffer.from(whole[which]!);
      for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
      const sound = soundOf(bytes.subarray(0, Math.ceil(bytes.length * (part || 1))));
      expect(sound?.seconds ?? 0).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 1000 },
  );
});

describe('a transcription by an endpoint', () => {
  it('sends the note as a form, with model and key, and returns the text', async () => {
    const { notes, baseUrl } = await provider(200, ' Hello there. ');
    const transcription = chooseTranscription({ baseUrl: `${baseUrl}/`, model: 'whisper', apiKey: 'k' }, {}, local);
    expect(await transcription!.transcribe(note(webm(1)))).toBe('Hello there.');
    expect(notes).toEqual([
      {
        url: '/v1/audio/transcriptions',
        key: 'Bearer k',
        model: 'whisper',
        name: 'note.webm',
        type: 'audio/webm',
        size: webm(1).length,
      },
    ]);
  });

  it.each(['', ' ', '[BLANK_AUDIO]', '(silence)', '♪', '...'])('detects no speech in %j', async (text) => {
    const { baseUrl } = await provider(200, text);
    expect(await chooseTranscription({ baseUrl, model: 'm' }, {}, local)!.transcribe(note(webm(1)))).toBe('');
  });

  it('fails if the endpoint fails', async () => {
    const { baseUrl } = await provider(500, 'Down for topsecret.');
    const transcription = chooseTranscription({ baseUrl, model: 'm', apiKey: 'topsecret' }, {}, local)!;
    await expect(transcription.transcribe(note(webm(1)))).rejects.toThrow(/returned 500: .*Down for …/);
  });
});

describe('the demo transcription', () => {
  it('says that it cannot transcribe, and how long the note is', async () => {
    const demo = createDemoTranscription();
    expect(await demo.transcribe(note(webm(4)))).toMatch(/^\(Demo transcription: a voice note of 4 seconds\./);
    expect(await demo.transcribe(note(webm(1)))).toMatch(/of 1 second\. The demo cannot hear/);
  });

  it('notices silence and a note of no length', async () => {
    const demo = createDemoTranscription();
    expect(await demo.transcribe(note(webm(4, 3)))).toBe('');
    expect(await demo.transcribe(note(webm(0)))).toBe('');
  });
});

describe('the choice', () => {
  it('is the demo beside the demo model only', async () => {
    expect(await chooseTranscription({}, { demo: true }, local)?.transcribe(note(webm(4)))).toContain(
      'Demo transcription',
    );
    expect(chooseTranscription({}, { demo: false }, local)).toBeUndefined();
    expect(chooseTranscription({}, {}, local)).toBeUndefined();
  });

  const model = { MODEL_BASE_URL: 'https://chat.test/v1', MODEL_API_KEY: 'chat-key' };

  it('is the chat model’s address and key unless another address is configured', () => {
    expect(readTranscription(model)).toEqual({});
    expect(readTranscription({ ...model, TRANSCRIPTION_MODEL: 'w' })).toMatchObject({
      baseUrl: 'https://chat.test/v1',
      model: 'w',
      apiKey: 'chat-key',
      entry: { id: 'transcription', for: ['transcription'] },
    });
    const own = readTranscription({ ...model, TRANSCRIPTION_MODEL: 'w', TRANSCRIPTION_BASE_URL: 'https://ears.test' });
    expect(own).toMatchObject({ baseUrl: 'https://ears.test', model: 'w' });
    expect(own).not.toHaveProperty('apiKey');
  });

  it('is configured by the catalog, with its price, and in one place', () => {
    const entry = { ...plainEntry('ears', 'Ears', 'w', 'openai'), for: ['transcription' as const] };
    const listed = [{ entry, connection: { provider: 'openai' as const, name: 'w', apiKey: 'own-key' } }];
    expect(readTranscription(model, listed)).toEqual({
      baseUrl: 'https://api.openai.com/v1',
      model: 'w',
      apiKey: 'own-key',
      entry,
    });
    expect(() => readTranscription({ ...model, TRANSCRIPTION_MODEL: 'w' }, listed)).toThrow('set it there');
  });

  it('is refused with a sentence if half of it is missing', () => {
    expect(() => readTranscription({ TRANSCRIPTION_MODEL: 'w' })).toThrow('needs TRANSCRIPTION_BASE_URL');
    expect(() => readTranscription({ TRANSCRIPTION_BASE_URL: 'https://a.test' })).toThrow('needs TRANSCRIPTION_MODEL');
  });
});
