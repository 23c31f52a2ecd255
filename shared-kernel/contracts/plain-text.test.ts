import { describe, expect, test } from 'vitest';
import { createEditAgent } from './calls/agents.ts';
import { register } from './calls/auth.ts';
import { createTeamSubscription } from './calls/billing.ts';
import { createEditTag } from './calls/tags.ts';
import { createEditRole, renameTeam } from './calls/teams.ts';
import { isDomain, isPlain, plainForm } from './plain-text.ts';
import { isEmail } from './validation.ts';

const input = (change: object) =>
  register
    .input()
    .safeParse({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@atrium.test', password: 'Engine1', ...change });

describe('plain text', () => {
  test.each(['Ada', 'Zoë', 'José María', 'O’Neill', '李小龍', 'مریم', 'עדה', 'Đặng', '한지민', 'Ада', '🙂 Ada'])(
    'is %s',
    (name) => expect(isPlain(plainForm(name))).toBe(true),
  );

  test.each([
    ['a control character', 'A\u0007da'],
    ['the end of a line', 'Ada\nLovelace'],
    ['a turn of the direction', 'Ada \u202Egnirts'],
    ['an isolate', '\u2066Ada'],
    ['a mark of the direction', 'Ada\u200F'],
    ['a space of no width', 'A\u200Bda'],
    ['a soft hyphen', 'A\u00ADda'],
    ['a tag', 'Ada\u{E0041}'],
    ['a private character', 'Ada\uE000'],
    ['a joiner between Latin letters', 'A\u200Dda'],
    ['a non-joiner between Latin letters', 'A\u200Cda'],
    ['a non-joiner behind a letter that joins nothing', 'دا\u200Cن'],
  ])('is not %s', (_what, name) => expect(isPlain(plainForm(name))).toBe(false));

  test.each([
    ['behind a virama', 'क्\u200Dष'],
    ['between letters that would join', 'می\u200Cخواهم'],
  ])('has joiners %s', (_where, name) => expect(isPlain(name)).toBe(true));

  test('has one form', () => expect(plainForm(' Ａｄａ ﬁ\u0065\u0301 ')).toBe('Ada fié'));
});

describe('a domain', () => {
  test.each([
    'atrium.test',
    'mail.example.co.za',
    'bücher.example',
    'xn--bcher-kva.example',
    '例え.テスト',
    'a-b.c1',
    'a.1b',
    'क्\u200Dष.test',
  ])('may be %s', (domain) => expect(isDomain(domain)).toBe(true));
  test.each([
    'atrium',
    'a..b',
    '-a.test',
    'a-.test',
    'a_b.test',
    '127.0.0.1',
    'a.1',
    `${'a'.repeat(64)}.test`,
    'a.test.',
    'xn--\u00fc.test',
    'a.12',
    'mail.a.१२',
  ])('is not %s', (domain) => expect(isDomain(domain)).toBe(false));
});

test('a domain has at most 253 characters, in the form that is resolved', () => {
  const long = `${'a'.repeat(63)}.`.repeat(3);
  expect([61, 62].map((last) => isDomain(`${long}${'a'.repeat(last)}`))).toEqual([true, false]);
});

describe('a name that others read in sentences', () => {
  const id = 'a'.repeat(24);
  test.each([
    ['a team', renameTeam, { teamId: id }, 'name'],
    ['a new team', createTeamSubscription, { quantity: 2 }, 'name'],
    ['a role', createEditRole, { teamId: id }, 'name'],
    ['an agent', createEditAgent, { instruction: '' }, 'title'],
    ['a collection', createEditTag, {}, 'name'],
  ] as const)('of %s turns the direction of none', (_whose, call, input, field) => {
    const named = (name: string) => call.input().safeParse({ ...input, [field]: name });
    expect(named(' \u202E\u2067Ops 👨‍👩‍👧 مریم\u2069 ').data).toMatchObject({ [field]: 'Ops 👨‍👩‍👧 مریم' });
    expect(named('\u202E ').success).toBe(false);
  });
});

describe('both ends', () => {
  test.each([
    'ada@-atrium.test',
    'ada@atrium..test',
    'ad\u202Ea@atrium.test',
    '.ada@atrium.test',
    'a..b@atrium.test',
    'ada@1.2.3.4',
    `${'a'.repeat(65)}@atrium.test`,
  ])('refuse the address %s', (email) => {
    expect(isEmail(email)).toBe(false);
    expect(input({ email }).success).toBe(false);
  });

  test.each(['A\u200Bda', '\u202EAda', 'Ada\nx', ' \u00A0 '])('refuse the name %j', (firstName) =>
    expect(input({ firstName }).success).toBe(false),
  );

  test('normalize what looks the same', () =>
    expect(input({ firstName: ' Ａda ', email: 'ａda@atrium.test' }).data).toMatchObject({
      firstName: 'Ada',
      email: 'ada@atrium.test',
    }));
});
