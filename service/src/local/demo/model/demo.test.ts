import { describe, expect, it } from 'vitest';
import type { NewObject, ObjectStore } from '../../../ports/objects.ts';
import type { ModelEvent, ModelTurn } from '../../../ports/model.ts';
import { createDemoModel, wordsOf } from './demo.ts';
import { samples } from './script.ts';

const stored: (NewObject & { content: Uint8Array })[] = [];
const objects = {
  put: async (object) => {
    stored.push(object);
    return { key: 'key', url: '/objects/key' };
  },
} as Partial<ObjectStore> as ObjectStore;

const ask = async (prompt: string, turns: ModelTurn[] = []): Promise<ModelEvent[]> => {
  const model = createDemoModel({ objects, tokensPerSecond: 0 });
  const request = { system: '', turns, prompt, owner: 'a'.repeat(24) };
  return Array.fromAsync(model.reply(request, new AbortController().signal));
};
const textOf = (events: ModelEvent[]) => events.map((event) => (event.type === 'text' ? event.text : '')).join('');

describe('the demo model', () => {
  it('answers the same prompt in the same way, word by word', async () => {
    const first = await ask('Show me a table and code in Python');
    expect(await ask('Show me a table and code in Python')).toEqual(first);
    expect(first.length).toBeGreaterThan(50);
    expect(textOf(first)).toContain('| Plan ');
    expect(textOf(first)).toContain('```python\nfrom collections');
  });

  it('says in its conversational answer that it is a demo, and counts the messages before', async () => {
    expect(textOf(await ask('What is the weather?'))).toMatch(/You wrote: “What is the weather\?”[^]*demo model/);
    const turns = [
      { role: 'user' as const, content: 'Hi' },
      { role: 'assistant' as const, content: 'Hi!' },
    ];
    expect(textOf(await ask('And now?', turns))).toContain('message 2 of our chat');
  });

  it.each(['think about it', 'show me a table', 'cite, then make a document', 'What is the weather?', 'code in C#'])(
    'says once in its first answer of a chat that it is a demo, whatever the question: %s',
    async (prompt) => {
      expect(textOf(await ask(prompt)).match(/Atrium’s built-in\s\**demo model/g)).toHaveLength(1);
    },
  );

  it('says so before its first words, and not again', async () => {
    const turns = [
      { role: 'user' as const, content: 'Hi' },
      { role: 'assistant' as const, content: 'Hi!' },
    ];
    expect(textOf(await ask('show me a table', turns))).not.toMatch(/demo model/);
    expect(textOf(await ask('think, then show me a table'))).toMatch(/^\*[^\n]*demo model[^\n]*\*\n\n[^\n]/);
  });

  it('shows code in each language that is named, and in all', async () => {
    expect(textOf(await ask('code in C++ and C#')).match(/^```\w+/gm)).toEqual(['```cpp', '```csharp']);
    expect(textOf(await ask('code in all languages')).match(/^```\w+/gm)).toHaveLength(samples.size);
    expect([...samples.keys()].toSorted()).toEqual(
      'bash c cpp csharp go java javascript json kotlin php python sql swift tsx'.split(' '),
    );
  });

  it('cites the sources that its text links', async () => {
    const events = await ask('Please cite sources');
    const citations = events.find((event) => event.type === 'citations');
    expect(citations?.urls).toHaveLength(3);
    for (const url of citations?.urls ?? []) expect(textOf(events)).toContain(`](${url})`);
  });

  it('shows thoughts before it answers', async () => {
    const events = await ask('think about it');
    expect(events.filter((event) => event.type === 'thought')).toHaveLength(3);
    expect(events.findIndex((event) => event.type === 'text')).toBeGreaterThan(
      events.findLastIndex((event) => event.type === 'thought'),
    );
  });

  it('stores its document for the user who requested it', async () => {
    const events = await ask('make a document');
    expect(events).toContainEqual({
      type: 'document',
      url: '/objects/key',
      fileType: 'text/markdown',
      name: 'project-brief.md',
    });
    expect(stored.at(-1)).toMatchObject({ owner: 'a'.repeat(24), folder: 'documents' });
  });

  it('writes as long as requested', async () => {
    const words = textOf(await ask('a long answer of 3000 words')).split(/\s+/).length;
    expect(words).toBeGreaterThan(2900);
    expect(words).toBeLessThan(3300);
  });

  it('pauses between tokens for the configured speed, and ends early when it is stopped', async () => {
    const pauses: number[] = [];
    const stop = new AbortController();
    const model = createDemoModel({
      objects,
      tokensPerSecond: 40,
      pause: async (ms) => {
        pauses.push(ms);
        if (pauses.length === 5) stop.abort();
      },
    });
    const events = await Array.fromAsync(model.reply({ system: '', turns: [], prompt: 'Hi', owner: 'x' }, stop.signal));
    expect(events).toHaveLength(4);
    expect(pauses).toEqual([25, 25, 25, 25, 25]);
  });

  it('splits a text into words that join to the same text', () => {
    for (const text of ['a  b\n\nc ', ' lead', '```ts\n  x\n```\n', '', ' \n '])
      expect(wordsOf(text).join('')).toBe(text);
  });
});
