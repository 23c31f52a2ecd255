import { describe, expect, it } from 'vitest';
import { chatFrom } from './chatgpt.ts';

const messageBy = (role: string, text: string, more: object = {}) => ({
  author: { role },
  create_time: 1_700_000_000,
  content: { content_type: 'text', parts: [text] },
  metadata: role === 'assistant' ? { model_slug: 'gpt-5' } : {},
  ...more,
});
/** A conversation made of nodes: each has a parent and a text. */
const conversation = (nodes: Record<string, [string | null, object | null]>, more: object = {}) => ({
  conversation_id: 'c1',
  title: 'Trip',
  create_time: 1_700_000_000.5,
  update_time: 1_700_000_100,
  mapping: Object.fromEntries(
    Object.entries(nodes).map(([id, [parent, message]]) => [
      id,
      {
        id,
        parent,
        message,
        children: Object.entries(nodes).flatMap(([child, [above]]) => (above === id ? [child] : [])),
      },
    ]),
  ),
  ...more,
});
const messagesOf = (value: unknown) =>
  chatFrom(value)?.messages.map(({ source, parent, prompt, content }) => [source, parent, prompt, content]);

describe('a conversation of ChatGPT', () => {
  it('becomes a chat with its title, its dates and its model', () => {
    const chat = chatFrom(
      conversation({ r: [null, null], q: ['r', messageBy('user', 'Hi')], a: ['q', messageBy('assistant', 'Hello')] }),
    );
    expect(chat).toMatchObject({ source: 'c1', title: 'Trip', archived: false });
    expect(chat?.createdDate.toISOString()).toBe('2023-11-14T22:13:20.500Z');
    expect(chat?.messages).toMatchObject([{ prompt: 'Hi', content: 'Hello', model: 'gpt-5' }]);
  });

  it('has a title without marks that turn its direction', () => {
    const title = 'Report \u202Efdp.exe';
    expect(chatFrom(conversation({ q: [null, messageBy('user', 'Hi')] }, { title }))?.title).toBe('Report fdp.exe');
  });

  it('has one message for a prompt and all that was answered to it', () => {
    expect(
      messagesOf(
        conversation({
          r: [null, null],
          s: ['r', messageBy('system', '')],
          q: ['s', messageBy('user', 'Count')],
          t: ['q', messageBy('assistant', 'print(1)', { recipient: 'python' })],
          o: ['t', messageBy('tool', '1')],
          a: ['o', messageBy('assistant', 'One.')],
          b: ['a', messageBy('assistant', 'And two.')],
          q2: ['b', messageBy('user', 'More')],
          a2: ['q2', messageBy('assistant', 'Three.')],
        }),
      ),
    ).toEqual([
      ['b', undefined, 'Count', 'One.\n\nAnd two.'],
      ['a2', 'b', 'More', 'Three.'],
    ]);
  });

  it('has versions if a question or an answer was repeated, and shows the chosen branch', () => {
    const chat = conversation(
      {
        r: [null, null],
        q: ['r', messageBy('user', 'Tea?')],
        a1: ['q', messageBy('assistant', 'Green.')],
        a2: ['q', messageBy('assistant', 'Black.')],
        f1: ['a1', messageBy('user', 'Why?')],
        g1: ['f1', messageBy('assistant', 'Health.')],
        e: ['r', messageBy('user', 'Coffee?')],
        h: ['e', messageBy('assistant', 'Yes.')],
      },
      { current_node: 'g1' },
    );
    expect(messagesOf(chat)).toEqual([
      ['a1', undefined, 'Tea?', 'Green.'],
      ['g1', 'a1', 'Why?', 'Health.'],
      ['a2', undefined, 'Tea?', 'Black.'],
      ['h', undefined, 'Coffee?', 'Yes.'],
    ]);
    expect(chatFrom(chat)?.leaf).toBe('g1');
    expect(chatFrom({ ...chat, current_node: 'f1' })?.leaf).toBe('g1');
  });

  it('has messages that are the same whatever follows them unseen', () => {
    const question: [null, object] = [null, messageBy('user', 'Count')];
    const answer: [string, object] = ['q', messageBy('assistant', 'One.')];
    const alone = conversation({ q: question, a: answer }, { current_node: 'a' });
    const hidden = messageBy('user', 'Profile', { metadata: { is_visually_hidden_from_conversation: true } });
    const followed = conversation(
      {
        q: question,
        a: answer,
        h: ['a', hidden],
        t: ['a', messageBy('tool', '1')],
        q2: ['t', messageBy('user', 'More')],
        a2: ['q2', messageBy('assistant', 'Two.')],
      },
      { current_node: 'h' },
    );
    expect(messagesOf(alone)).toEqual([['a', undefined, 'Count', 'One.']]);
    expect(messagesOf(followed)).toEqual([
      ['a', undefined, 'Count', 'One.'],
      ['a2', 'a', 'More', 'Two.'],
    ]);
    expect([chatFrom(alone)?.leaf, chatFrom(followed)?.leaf]).toEqual(['a', 'a']);
  });

  it('keeps thoughts and code, leaves hidden parts and private signs out, and names its files', () => {
    const chat = chatFrom(
      conversation({
        r: [null, null],
        h: ['r', messageBy('user', 'Profile', { metadata: { is_visually_hidden_from_conversation: true } })],
        q: [
          'h',
          {
            ...messageBy('user', ''),
            content: {
              content_type: 'multimodal_text',
              parts: [
                { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-x', width: 4, height: 2 },
                { content_type: 'real_time_user_audio_video_asset_pointer' },
                'What is it?',
              ],
            },
          },
        ],
        t: [
          'q',
          {
            ...messageBy('assistant', ''),
            content: { content_type: 'thoughts', thoughts: [{ summary: 'Look', content: 'A cat.' }] },
          },
        ],
        c: ['t', { ...messageBy('assistant', ''), content: { content_type: 'code', language: 'js', text: 'cat()' } }],
        a: ['c', messageBy('assistant', 'A cat\u{E200}cite\u{E202}turn0\u{E201}.')],
      }),
    );
    expect(chat?.messages).toMatchObject([
      { prompt: 'What is it?', content: '```js\ncat()\n```\n\nA cat.', thoughts: ['Look\n\nA cat.'] },
    ]);
    expect(chat?.messages[0]?.files).toEqual([
      { name: 'Picture', asset: 'file-x', aspectRatio: 2 },
      { name: 'Recording', asset: undefined, aspectRatio: undefined },
    ]);
  });

  it('keeps the web pages that its answers refer to, and none of the marks for them', () => {
    const metadata = {
      content_references: [
        { type: 'webpage', url: 'https://a.example/' },
        { type: 'grouped_webpages', items: [{ url: 'https://b.example/' }, { url: 'https://a.example/' }, 7] },
        { type: 'sources_footnote', sources: [{ url: 'https://c.example/' }] },
        { type: 'file', url: 'file:///etc/passwd' },
        'odd',
      ],
      citations: [{ metadata: { type: 'webpage', url: 'https://d.example/' } }, {}, null],
    };
    const chat = chatFrom(
      conversation({
        q: [null, messageBy('user', 'News?')],
        a: ['q', messageBy('assistant', 'Rain【3†source】, then sun【11:0†L1-L9】.', { metadata })],
        b: ['a', messageBy('assistant', 'See 【the map】.', { metadata: { citations: 'odd' } })],
      }),
    );
    expect(chat?.messages).toMatchObject([
      {
        content: 'Rain, then sun.\n\nSee 【the map】.',
        sources: ['https://a.example/', 'https://b.example/', 'https://c.example/', 'https://d.example/'],
      },
    ]);
  });

  it.each([
    ['\uE200', ''],
    ['【1†', '【1†'],
  ])('with a million marks %j that do not end is read like any other', (start, left) => {
    const text = `Rain${start.repeat(1_000_000)}.`;
    const chat = chatFrom(
      conversation({ q: [null, messageBy('user', 'News?')], a: ['q', messageBy('assistant', text)] }),
    );
    expect(chat?.messages[0]?.content === `Rain${left.repeat(1_000_000)}.`).toBe(true);
  });

  it('keeps whole documents of the canvas, and says that it leaves changes of their parts out', () => {
    const canvas = (call: string, body: object) => {
      const text = JSON.stringify(body);
      return messageBy('assistant', text, { recipient: `canmore.${call}` });
    };
    const update = (pattern: string, replacement: string) => ({ updates: [{ pattern, multiple: false, replacement }] });
    const code = {
      content_type: 'code',
      language: 'json',
      text: '{"name": "add.py", "type": "code/python", "content": "1 + 1"}',
    };
    const chat = chatFrom(
      conversation({
        q: [null, messageBy('user', 'Write')],
        d: ['q', canvas('create_textdoc', { name: 'Letter', type: 'document', content: 'Dear Ada' })],
        t: ['d', messageBy('tool', 'Created.')],
        p: ['t', canvas('update_textdoc', update('Ada', 'Eve'))],
        u: ['p', canvas('update_textdoc', update('.*', 'Dear Eve'))],
        c: ['u', messageBy('assistant', '', { recipient: 'canmore.create_textdoc', content: code })],
        x: ['c', messageBy('assistant', 'no JSON', { recipient: 'canmore.create_textdoc' })],
        a: ['x', messageBy('assistant', 'Done.')],
      }),
    );
    expect(chat?.note).toBe('Changes to parts of a canvas document couldn’t be imported. Its full versions were.');
    const whole = chatFrom(
      conversation({
        q: [null, messageBy('user', 'Write')],
        u: ['q', canvas('update_textdoc', update('.*', 'Dear Eve'))],
        t: ['u', messageBy('tool', '', { recipient: 'canmore.update_textdoc' })],
      }),
    );
    expect(whole).toMatchObject({ note: undefined, messages: [{ content: '```\nDear Eve\n```' }] });
    expect(chat?.messages.map(({ content }) => content)).toEqual([
      '**Letter**\n\n```markdown\nDear Ada\n```\n\n```\nDear Eve\n```\n\n**add.py**\n\n```python\n1 + 1\n```\n\nDone.',
    ]);
  });

  it('keeps a document of the canvas with any number of backticks', () => {
    const content = '`` '.repeat(200_000);
    const body = { name: 'Ticks', type: 'document', content };
    const written = messageBy('assistant', JSON.stringify(body), { recipient: 'canmore.create_textdoc' });
    const chat = chatFrom(conversation({ q: [null, messageBy('user', 'Write')], d: ['q', written] }));
    expect(chat?.messages[0]?.content === `**Ticks**\n\n\`\`\`markdown\n${content}\n\`\`\``).toBe(true);
  });

  it('ends if its nodes form a cycle', () => {
    const chat = conversation({ q: [null, messageBy('user', 'Hi')], a: ['q', messageBy('assistant', 'Yes')] });
    chat.mapping['a']!.children.push('q');
    expect(messagesOf(chat)).toHaveLength(0 + 1);
  });

  it.each([null, 7, {}, { mapping: {} }, { id: 'x', mapping: { a: 7 } }, conversation({ r: [null, null] })])(
    'is not %j',
    (value) => {
      expect(chatFrom(value)).toBeUndefined();
    },
  );
});
