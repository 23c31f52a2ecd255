import { describe, expect, it } from 'vitest';
import type { ModelFile } from '../../../ports/model.ts';
import { answerToFiles } from './files.ts';

const file = (more: Partial<ModelFile> = {}): ModelFile => ({
  name: 'plan.pdf',
  type: 'application/pdf',
  size: 2048,
  from: 'prompt',
  document: {
    text: '[Page 1]\n# Plan\nWe walk to the sea in the morning. Then we swim to the island. We rest. At night we sail home.',
    characters: 109,
    words: 23,
    pages: 1,
  },
  ...more,
});
const picture: ModelFile = {
  name: 'a_b.png',
  type: 'image/png',
  size: 300,
  from: 'prompt',
  picture: { width: 4, height: 3, load: async () => new Uint8Array() },
};
const answer = (prompt: string, files: readonly ModelFile[]) =>
  answerToFiles({ system: '', turns: [], prompt, files, owner: 'a' })
    ?.map((event) => (event.type === 'text' ? event.text : ''))
    .join('');

describe('the demo model', () => {
  it('reports what it received, and that it has not understood it', () => {
    const text = answer('Look at this', [file(), picture]);
    expect(text).toContain('I received 2 files with your message:');
    expect(text).toContain('- **plan.pdf** (PDF, 2 kB, 1 page, 23 words)');
    expect(text).toContain('- **a\\_b.png** (picture, 300 bytes, 4 × 3 pixels)');
    expect(text).toContain('*The demo model has not understood these files');
    expect(text).not.toContain('We walk');
  });

  it('answers a request for a summary with the first sentences and the number of words', () => {
    const text = answer('Summarise it', [file(), picture]);
    expect(text).toContain('> Plan We walk to the sea in the morning. Then we swim to the island. We rest.\n');
    expect(text).toContain('The document has 23 words.');
    expect(text).toContain('is a picture: the demo model cannot see it.');
  });

  it('reports what was cut, and which file has no text', () => {
    const document = { text: 'Word '.repeat(200), characters: 9000, words: 1800 };
    expect(answer('summary', [file({ document })])).toContain(
      'Only 1,000 of its 9,000 characters were given to the model',
    );
    const scan = file({ document: { text: '', characters: 0, words: 0, pages: 3 } });
    expect(answer('summary', [scan])).toContain('holds no text that could be read; it may be a scan.');
  });

  it('does not let a file write into its answer', () => {
    const document = { text: '![x](https://evil.test/a) <img src=x> `code`', characters: 44, words: 4 };
    const text = answer('summary', [file({ name: '![x](y).txt', document })]);
    expect(text).toContain('!\\[x\\](y).txt');
    expect(text).toContain('!\\[x\\](https://evil.test/a) \\<img src=x\\> \\`code\\`');
  });

  it('returns to earlier files only when the question is about them', () => {
    const earlier = file({ from: 'chat' });
    expect(answer('Summarise the document', [earlier])).toContain('I received 1 file in this chat:');
    expect(answer('What is the weather?', [earlier])).toBeUndefined();
    expect(answer('Summarise it', [])).toBeUndefined();
  });
});
