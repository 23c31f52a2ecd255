import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { mulberry } from '../../testing/many-words.ts';
import { searchChats } from './search.ts';

let test: TestApp;
/** Each has its own database, because the sample of messages is cached for some time. */
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

/** Few syllables, so that the trigrams of a term occur in many more messages than the term. */
const syllables = 'ta Ti ko ru ta-ti éa'.split(' ');
const random = mulberry(17);
const among = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const word = () => Array.from({ length: 2 + Math.floor(random() * 3) }, () => among(syllables)).join('');
const text = () => Array.from({ length: 6 }, word).join(' ');
/** The newest chats are short: terms that are rare in them are frequent in the others. */
const textOf = (at: number) => (at < 400 && random() < 0.8 ? 'nothing' : text());

interface FilledChat {
  readonly chat: string;
  readonly hidden: boolean;
  readonly texts: readonly { readonly id: string; readonly text: string }[];
}

/** Newest first. */
const fill = async (userId: string, count: number): Promise<FilledChat[]> => {
  const filled = Array.from(
    { length: count },
    (_, at): FilledChat & { readonly title: string; readonly how: number } => {
      const chat = `r${String(at).padStart(5, '0')}`;
      const ofChat = [1, 2].map((nth) => ({ id: `${chat}-${nth}`, text: textOf(at) }));
      const how = at % 20;
      return { chat, title: at % 9 === 0 ? textOf(at) : '', how, hidden: how < 3, texts: ofChat };
    },
  );
  await test.db.execute(sql`
    insert into chats (id, user_id, title, last_update, deleted, expires, secure)
    select v->>'chat', ${userId}, v->>'title', '2026-01-01'::timestamptz - nth * interval '1 minute',
      case when v->>'how' = '0' then now() end, case when v->>'how' = '1' then now() end, v->>'how' = '2'
    from jsonb_array_elements(${JSON.stringify(filled)}::jsonb) with ordinality rows(v, nth)`);
  await test.db.execute(sql`
    insert into messages (id, chat_id, user_id, prompt, content)
    select m->>'id', v->>'chat', ${userId}, case when nth = 1 then m->>'text' else '' end, case when nth = 2 then m->>'text' else '' end
    from jsonb_array_elements(${JSON.stringify(filled)}::jsonb) v, jsonb_array_elements(v->'texts') with ordinality of_chat(m, nth)
    order by v->>'chat' desc`);
  await test.db.execute(sql`analyze chats, messages`);
  return filled.map((row) => ({ ...row, texts: [{ id: '', text: row.title }, ...row.texts] }));
};

const matching = (filled: readonly FilledChat[], term: string) =>
  filled.flatMap(({ chat, hidden, texts }) => {
    const match = hidden ? undefined : texts.findLast((one) => one.text.toLowerCase().includes(term.toLowerCase()));
    return match ? [{ chat, message: match.id === '' ? undefined : match.id }] : [];
  });

it('an index finds the same as a scan of every text, however rare the term', async () => {
  const user = await test.createUser({ premium: true });
  const filled = await fill(user.id, 1500);
  const ways = new Set<string>();
  for (let tried = 0; tried < 50; tried += 1) {
    const one = among(among(filled.slice(300)).texts).text;
    const from = Math.floor(random() * Math.max(1, one.length - 20));
    const term = one.slice(from, from + 6 + Math.floor(random() * 8)).trim();
    if (term.length < 3) continue;
    const [near, all] = [matching(filled.slice(0, 300), term).length, matching(filled, term)];
    ways.add(`${near === 0 ? 'no' : near < 10 ? 'some' : 'many'} near, ${all.length < 50 ? 'few' : 'many'} in all`);
    const found = await searchChats(test.db, user.id, { term });
    expect([term, ...found.map(({ _id, matchingMessage }) => ({ chat: _id, message: matchingMessage?._id }))]).toEqual([
      term,
      ...all.slice(0, 50),
    ]);
  }
  expect([...ways]).toEqual(
    expect.arrayContaining(['no near, few in all', 'some near, few in all', 'some near, many in all']),
  );
});

it('matches in old chats are found if the newest twenty thousand contain too few', async () => {
  const user = await test.createUser({ premium: true });
  await test.db.execute(sql`
    insert into chats (id, user_id, last_update)
    select 'n' || lpad(n::text, 5, '0'), ${user.id}, '2026-01-01'::timestamptz - n * interval '1 minute'
    from generate_series(1, 20100) n`);
  // Every message contains the trigrams; only the newest one, and ten beyond the newest twenty thousand chats, contain
  // the term.
  await test.db.execute(sql`
    insert into messages (id, chat_id, user_id, prompt, content)
    select 'n' || n, 'n' || lpad(n::text, 5, '0'), ${user.id}, '',
      case when n = 5 or n > 20090 then 'A lighthouse' else 'lightho usehouse ghthouse' end
    from generate_series(1, 20100) n where n % 10 = 0 or n = 5 or n > 20090`);
  const found = await searchChats(test.db, user.id, { term: 'lighthouse' });
  expect(found.map(({ _id }) => _id)).toEqual(['n00005', ...Array.from({ length: 10 }, (_, at) => `n${20_091 + at}`)]);
});
