import * as calls from '@atrium/shared-kernel/contracts/calls';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';

const { chats, messages } = schema;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const person = async () => {
  const user = await test.createUser({ premium: true });
  return { user, client: test.as(user) };
};
const found = async (client: TestClient, searchTerm: string) =>
  (await client.call(calls.chat.searchMessages, { searchTerm })).body.chats;
const add = async (userId: string, content: string, chat: object = {}) => {
  const [row] = await test.db
    .insert(chats)
    .values({ userId, title: 'A chat', ...chat })
    .returning();
  const [message] = await test.db
    .insert(messages)
    .values({ chatId: row!.id, userId, prompt: 'Tell me.', content })
    .returning();
  return { chatId: row!.id, messageId: message!.id };
};

/** A rare term uses the indexes, a frequent one the newest chats. */
it.each([1, 12])('a search is narrowed to a time and a collection, with %i chats that match', async (count) => {
  const { user, client } = await person();
  const [tag] = await test.db.insert(schema.tags).values({ userId: user.id, name: 'Work' }).returning();
  const tagId = tag!.id;
  const lastUpdate = new Date('2026-01-01T00:00:00.000Z');
  const old = await add(user.id, 'The lighthouse, old', { lastUpdate });
  await test.db.insert(schema.chatTags).values({ chatId: old.chatId, tagId });
  for (let at = 0; at < count; at += 1) await add(user.id, 'The lighthouse, new');
  const search = async (more: object) => {
    const { body } = await client.call(calls.chat.searchMessages, { searchTerm: 'lighthouse', ...more });
    return body.chats.map(({ _id }) => _id === old.chatId);
  };
  expect((await search({})).filter(Boolean)).toHaveLength(1);
  expect(await search({ since: '2026-01-02T00:00:00.000Z' })).toEqual(Array.from({ length: count }, () => false));
  expect(await search({ tagId })).toEqual([true]);
  expect(await search({ tagId, since: '2026-01-02T00:00:00.000Z' })).toEqual([]);
});

/** Newer chats without the term. */
const addOthers = async (userId: string, count: number) => {
  const others = Array.from({ length: count }, () => ({ userId, title: 'Other' }));
  if (others.length > 0) await test.db.insert(chats).values(others);
};

/** If the indexes match often, the newest chats are searched first. */
it.each([60, 20])(
  'of many messages that only contain the parts of a term, the newest of %i that contain it are found',
  async (count) => {
    const { user, client } = await person();
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    const rows = await test.db
      .insert(chats)
      .values(
        Array.from({ length: 2 * count }, (_, minute) => ({
          userId: user.id,
          title: minute === 7 ? 'Lighthouse' : 'A chat',
          lastUpdate: at(minute),
        })),
      )
      .returning();
    const matching = rows.filter((_, minute) => minute % 2 === 1);
    const parts = Array.from({ length: 1100 }, (_, one) => ({
      chatId: rows[one % rows.length]!.id,
      userId: user.id,
      prompt: 'Tell me.',
      content: 'lightho usehouse ghthouse',
    }));
    const whole = matching.map(({ id }) => ({
      chatId: id,
      userId: user.id,
      prompt: 'Tell me.',
      content: 'A lighthouse',
    }));
    await test.db.insert(messages).values([...parts, ...whole.filter(({ chatId }) => chatId !== rows[7]!.id)]);
    const later = { lastUpdate: at(5 * count) };
    for (const hidden of [{ deleted: new Date() }, { expires: new Date() }, { secure: true }])
      await add(user.id, 'A lighthouse', { ...hidden, ...later });
    await addOthers(user.id, 320);
    const newest = matching.toReversed().map(({ id }) => id);
    expect((await found(client, 'lighthouse')).map(({ _id }) => _id)).toEqual(newest.slice(0, 50));
  },
);

const languages = [
  ['English', 'The Lighthouse of Alexandria', 'LIGHTHOUSE'],
  ['English, within a word', 'The Lighthouse', 'thous'],
  ['two letters, where a word begins', 'Made by AI today', 'ai'],
  ['two letters, behind a sign', 'Made by\n(AI) today', 'ai'],
  ['two letters, which the prompt begins with', 'Nothing.', 'te'],
  ['one letter, where a word begins', 'Ask Q of it', 'q'],
  ['German', 'Die Straße über die Äcker', 'äcker'],
  ['French', 'Un café crème', 'café'],
  ['French, with accents as signs of their own', 'Un cafe\u0301 noir', 'café'],
  ['Russian', 'Зимой в Москве холодно', 'МОСКВ'],
  ['Russian, two letters', 'Я иду домой', 'ид'],
  ['Greek', 'Καλημέρα κόσμε', 'ΚΑΛΗΜΈΡΑ'],
  ['Turkish', 'İstanbul güzel bir şehir', 'güzel'],
  ['Chinese', '我在北京大学工作。', '北京'],
  ['Chinese, one sign', '我喜欢喝茶', '茶'],
  ['Japanese', '東京タワーへ行きました', 'タワー'],
  ['Korean', '서울에서 만나요', '서울'],
  ['Arabic', 'أحب القهوة كثيرا', 'القهوة'],
  ['Hebrew', 'אני אוהב קפה', 'קפה'],
  ['Hindi', 'मुझे चाय पसंद है', 'चाय'],
  ['Thai', 'ฉันชอบดื่มชา', 'ดื่ม'],
  ['emoji', 'We launch 🚀 tomorrow', '🚀'],
  ['signs', 'The price is 100%, C++ too', 'C++'],
] as const;

describe('a search', () => {
  it.each(languages)('finds %s, new or behind many other chats', async (_, content, term) => {
    const { user, client } = await person();
    const { chatId, messageId } = await add(user.id, content, { lastUpdate: new Date('2020-01-01T00:00:00Z') });
    for (const others of [0, 400]) {
      await addOthers(user.id, others);
      const [chat, ...more] = await found(client, term);
      expect(more).toEqual([]);
      expect(chat?._id).toBe(chatId);
      expect(chat?.matchingMessage?._id).toBe(messageId);
      expect(chat?.matchingMessage?.content.normalize('NFC').toLowerCase()).toContain(term.toLowerCase());
    }
  });

  it('of two letters shows where a word begins with them, in the prompt too', async () => {
    const { user, client } = await person();
    const [row] = await test.db.insert(chats).values({ userId: user.id, title: 'A chat' }).returning();
    await test.db
      .insert(messages)
      .values({ chatId: row!.id, userId: user.id, prompt: 'AI tools?', content: 'He said so.' });
    await add(user.id, `He said so. ${'And so on. '.repeat(40)}By AI, at last.`);
    const passages = (await found(client, 'ai')).map(({ matchingMessage }) => matchingMessage?.content);
    expect(passages).toEqual([expect.stringContaining('By AI, at last.'), 'AI tools?']);
  });

  it('finds titles in any language, new or behind many other chats', async () => {
    const { user, client } = await person();
    const titles = ['Lighthouse', 'Москва', '北京', 'Café', '🚀'];
    const old = { userId: user.id, lastUpdate: new Date('2020-01-01T00:00:00Z') };
    await test.db.insert(chats).values(titles.map((title) => ({ ...old, title })));
    for (const others of [0, 400]) {
      await addOthers(user.id, others);
      for (const title of titles) expect((await found(client, title)).map((chat) => chat.title)).toEqual([title]);
    }
  });

  it('returns the newest fifty, each with its newest match, as text without marks', async () => {
    const { user, client } = await person();
    const { chatId } = await add(user.id, 'An old **needle**.');
    await test.db
      .insert(messages)
      .values({ chatId, userId: user.id, prompt: 'And?', content: '## A _new_ [needle](https://a.test)' });
    for (let number = 0; number < 60; number += 1)
      await add(user.id, 'needle', { title: `${number}`, lastUpdate: new Date(Date.UTC(2020, 0, 1, 0, number)) });
    const all = await found(client, 'needle');
    expect(all).toHaveLength(50);
    expect(all[0]!.matchingMessage?.content).toBe('A new needle');
    expect(all[1]!.title).toBe('59');
  });

  it('reads further if an index found messages with the parts of a term, but not the term', async () => {
    const { user, client } = await person();
    const lastUpdate = new Date('2020-01-01T00:00:00Z');
    const { chatId } = await add(user.id, 'Of the lighthouse', { lastUpdate });
    await addOthers(user.id, 300);
    for (const parts of ['light, ghthou and house', 'lightho usehouse ghthouse', 'of then the lighthous e'])
      await add(user.id, parts, { lastUpdate: new Date('2021-01-01T00:00:00Z') });
    await addOthers(user.id, 300);
    for (const term of ['lighthouse', 'of the l', 'f the light'])
      expect((await found(client, term)).map(({ _id }) => _id)).toEqual([chatId]);
  });

  it('finds nothing of others, of secure and of deleted chats', async () => {
    const [one, two] = [await person(), await person()];
    await add(one.user.id, 'A needle of mine');
    await add(two.user.id, 'needle', { secure: true });
    await add(two.user.id, 'needle', { deleted: new Date() });
    expect(await found(two.client, 'needle')).toEqual([]);
  });

  it('treats wildcards as literal characters', async () => {
    const { user, client } = await person();
    await add(user.id, 'Half of it is 50%_done \\ really');
    expect(await found(client, '50%_done')).toHaveLength(1);
    expect(await found(client, '5_%')).toEqual([]);
    expect(await found(client, '_done \\')).toHaveLength(1);
  });

  it('uses an index, whatever the script', async () => {
    const { user } = await person();
    await test.db.execute(sql`
      insert into chats (id, user_id) select 'plan' || n, ${user.id} from generate_series(1, 3000) n`);
    await test.db.execute(sql`
      insert into messages (id, chat_id, user_id, prompt, content)
      select 'plan' || n, 'plan' || n, ${user.id}, md5(n::text), md5((n + 1)::text) || ' по ' || chr(19968 + n)
      from generate_series(1, 3000) n`);
    await test.db.execute(sql`analyze messages`);
    const planOf = async (condition: ReturnType<typeof sql>) => {
      // A table this small would be scanned, so that is disabled: then the plan shows whether an index is used.
      const rows = await test.db.transaction(async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`);
        return tx.execute(sql`explain select id from messages m where ${condition}`);
      });
      return JSON.stringify(rows.rows);
    };
    const messageText = sql.raw(`(m.prompt || ' ' || m.content)`);
    expect(await planOf(sql`show_trgm(${messageText}) @> '{dea,ead}'`)).toContain('messages_search');
    const other = sql`octet_length(m.prompt || m.content) > char_length(m.prompt || m.content)`;
    for (const term of ['москва', '北京', '茶'])
      expect(await planOf(sql`${other} and search_grams(${messageText}) @> search_grams(${term})`)).toContain(
        'messages_grams',
      );
  });
});
