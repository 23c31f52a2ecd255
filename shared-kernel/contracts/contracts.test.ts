import { readFileSync, existsSync } from 'node:fs';
import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { redirect } from './answers.ts';
import { callTable } from './call-table.ts';
import { defineRemote } from './define.ts';
import * as dialogs from './dialogs.ts';
import * as events from './events.ts';
import { id, instant, isId } from './id.ts';
import { openApi } from './openapi.ts';
import { contentBase } from './release-set.ts';
import {
  clampSeats,
  email,
  isEmail,
  isNewPassword,
  isPassword,
  isUsername,
  newPassword,
  newPasswordRules,
  password,
  username,
} from './validation.ts';

/** Method and path of every call of documents A7 and B7. */
const specified = `GET /user|GET /generic/getIpInfo|GET /ping|GET /authPing|POST /auth/login|POST /auth/register
POST /auth/logout|POST /auth/forgotPassword|POST /auth/resetWithHash|POST /auth/changeEmail|POST /auth/changeWithHash
POST /auth/google|POST /auth/apple|POST /auth/azure|POST /updateUser|POST /deleteUser|GET /uploadUrl|GET /publicPushKey
POST /push/fcmSubscribe|POST /push/fcmUnsubscribe|GET /stripe/getCustomer|POST /stripe/createPortalSession
POST /stripe/createSubscription|POST /stripe/createTeamSubscription|POST /stripe/checkSubscriptionSession
POST /stripe/expirePaymentSession|POST /googleOAuth/disconnect|POST /microsoftOAuth/disconnect|GET /team|GET /teams
POST /joinTeam|GET /chat|GET /sharedChat|GET /chatMessage|GET /globalChats|GET /chatTags|GET /searchChatMessages
POST /aiControllerStream|POST /aiFunctionStream|POST /nameAiChat|POST /promptMagic|POST /focusChat|POST /duplicateChat
POST /renameChat|POST /clearChat|POST /editChat|POST /removeTagFromChat|POST /createEditChatTag|GET /shareChatLink
GET /flow|GET /flows|POST /createEditFlow|POST /deleteFlow|POST /switchActiveTeam|GET /objectFromPresignedURL
POST /generateDocument|POST /reportAnnotationComment|POST /sendHelpMessage|GET /memories|POST /deleteMemory
POST /stripe/updateTeamSubscription|POST /stripe/createTeamPortalSession|POST /createEditTeamRole
POST /editUserTeamRoles|POST /removeTeamMember`.split(/[|\n]/);
/** What the product adds: replies to follow and stop, providers, sessions, passkeys, confirming again, versions, links, pins, deletions to undo, memories to write, imports, apps, changes to follow. */
const beyond = `
POST /reportReleases|POST /push/registerBrowser|GET /integrations|POST /integrations/startConsent|GET /usage|GET /modelUsage|POST /setBudget
GET /followReply|POST /stopReply|POST /auth/resendConfirmation|POST /auth/confirmPassword|GET /auth/providers|POST /auth/start|GET /sessions|POST /endSession
POST /endAllSessions|GET /passkeys|POST /passkeys/startRegistration|POST /passkeys/finishRegistration
POST /passkeys/remove|POST /passkeys/startLogin|POST /passkeys/finishLogin|POST /selectVersion|GET /shares
POST /revokeShare|POST /pinChat|POST /archiveChat|POST /deleteChats|POST /restoreChats
POST /addMemory|POST /editMemory|POST /setMemoryEnabled|POST /startImport|POST /runImport|POST /cancelImport|GET /imports|POST /shareFlow|POST /renameTeam|POST /renewJoinLink|POST /transferTeam|GET /teamLog
POST /leaveTeam|POST /setTeamAdmin|POST /closeTeam|GET /teamInvitation|GET /sharedFlowTitle|GET /apps|GET /changes
GET /stripe/invoices|GET /stripe/teamInvoices|POST /stripe/renewTeamSubscription|POST /stripe/cancelPlan|POST /stripe/changeInterval
POST /auth/changePassword|GET /auth/connections|POST /auth/connect|POST /auth/disconnect|POST /passkeys/rename|POST /inspectFiles|GET /models
GET /chatContext|POST /saveSummary|POST /pinMessage
GET /chatTagContext|POST /editChatTagContext|POST /keepChat|POST /setTeamModel`
  .trim()
  .split(/[|\n]/);

describe('call table', () => {
  test('contains every call of the specification, once, and what the product adds', () => {
    const declared = callTable.map((call) => `${call.method} ${call.path}`);
    expect(declared.toSorted()).toEqual([...specified, ...beyond].toSorted());
  });

  test('is in the order of its paths', () => {
    const paths = callTable.map(({ path }) => path as string);
    expect(paths).toEqual(paths.toSorted((one, other) => one.localeCompare(other)));
  });

  test('describes the redirect of an answer that redirects', () => {
    expect(redirect().parse({ redirectUrl: '/pay' })).toEqual({ redirectUrl: '/pay' });
    expect(redirect().safeParse({}).success).toBe(false);
  });

  test('gives every call a name of its own', () => {
    expect(new Set(callTable.map((call) => call.name)).size).toBe(callTable.length);
  });

  test.each(callTable.map((call) => [call.name, call] as const))('%s refuses an unknown field', (_, call) => {
    const result = call.input().safeParse({ unheardOf: true });
    expect(result.error?.issues.map((issue) => issue.code)).toContain('unrecognized_keys');
  });

  test('derives an OpenAPI document with every path', () => {
    const document = openApi('/api') as { paths: Record<string, object>; servers: object };
    expect(Object.keys(document.paths).toSorted()).toEqual(callTable.map((call) => call.path as string).toSorted());
    expect(document.servers).toEqual([{ url: '/api' }]);
    expect(document.paths['/auth/login']).toMatchObject({
      post: { 'x-access': 'visitor', responses: { 429: expect.anything(), 200: expect.anything() } },
    });
  });
});

describe('events and dialogs', () => {
  const all = [events, dialogs].flatMap((kind) =>
    Object.values(kind).flatMap((owner) => Object.values<{ name: string; owner: string }>(owner as never)),
  );

  test('have names of their own and an owner that exists', () => {
    expect(new Set(all.map((one) => one.name)).size).toBe(all.length);
    for (const { owner } of all) expect(existsSync(`${import.meta.dirname}/../../${owner}`), owner).toBe(true);
  });
});

describe('rules', () => {
  test('an id is exactly 24 hex characters', () => {
    expect(isId('0123456789abcdef01234567')).toBe(true);
    expect(isId('0123456789ABCDEF01234567')).toBe(true);
    expect(id().parse('0123456789ABCDEF01234567')).toBe('0123456789abcdef01234567');
    const wrong = ['', '0'.repeat(23), '0'.repeat(25), 'g'.repeat(24)];
    expect([...wrong, 7, ['0'.repeat(24)]].some(isId)).toBe(false);
    for (const value of wrong) expect(id().safeParse(value).error?.issues[0]?.message).toBe('Not a valid id.');
    expect(['2026-11-22T10:42:00Z', '2026-11-22'].map((value) => instant().safeParse(value).success)).toEqual([
      true,
      false,
    ]);
  });

  test('a password needs upper case, lower case, a digit and six characters', () => {
    expect(isPassword('Abc123')).toBe(true);
    expect(['abc123', 'ABC123', 'Abcdef', 'Abc12'].some(isPassword)).toBe(false);
  });

  test('a username has 3 to 30 characters, starts with a letter, or is empty', () => {
    expect(['', 'abc', 'a_1', `a${'b'.repeat(29)}`].every(isUsername)).toBe(true);
    expect(['ab', '1abc', '_abc', 'a-bc', 'a bc', `a${'b'.repeat(30)}`].some(isUsername)).toBe(false);
  });

  test('an e-mail address has one @ and a domain', () => {
    expect(['a@b.co', 'first.last+tag@sub.example.org'].every(isEmail)).toBe(true);
    expect(
      ['', 'a', 'a@b', '@b.co', 'a@b.', 'a b@c.de', 'a@b@c.de', 'a@b.co@c.de', 'a@.co', 'a@b..co', 'a@b.c o'].some(
        isEmail,
      ),
    ).toBe(false);
    // 64 characters before the @, and 254 in total.
    const host = `${'a.'.repeat(93)}org`;
    const [longest, longer] = [64, 65].map((letters) => `${'a'.repeat(letters)}@${host}`);
    expect(isEmail(`${'a'.repeat(65)}@b.co`)).toBe(false);
    expect([longest, longer].map((value) => isEmail(value!))).toEqual([true, false]);
    expect([longest, longer, 'a@b'].map((value) => email().safeParse(value).success)).toEqual([true, false, false]);
    expect(email().safeParse('a@b').error?.issues[0]?.message).toBe('Please enter a valid email address');
  });

  test('a new password also needs a special symbol, and the message says so', () => {
    expect(isNewPassword('Abc12!')).toBe(true);
    expect(['Abc123', 'Abc 12', 'abc12!', 'Ab12!'].some(isNewPassword)).toBe(false);
    const said = [password(), newPassword()].map((schema) => schema.safeParse('a').error?.issues[0]?.message);
    expect(said).toEqual([
      'The password needs 1 uppercase, 1 lowercase, 1 digit and at least 6 characters.',
      'The password needs 1 uppercase, 1 lowercase, 1 digit, 1 special symbol and at least 6 characters.',
    ]);
    const long = `Abc12!${'a'.repeat(194)}`;
    for (const schema of [password(), newPassword()])
      expect([long, `${long}a`].map((value) => schema.safeParse(value).success)).toEqual([true, false]);
    expect(newPasswordRules.map(({ label }) => label)).toEqual([
      '1 uppercase letter',
      '1 lowercase letter',
      '1 digit',
      'At least 6 characters',
      '1 special symbol',
    ]);
  });

  test('an invalid username is refused with the message of its field', () => {
    expect(username().safeParse('ab').error?.issues[0]?.message).toMatch(/^Must be 3 - 30 symbols long/);
    expect(username().safeParse('abc').success).toBe(true);
  });

  test('seats clamp to 2 and 100000, floor decimals, and reject words', () => {
    const limits = { min: 2, max: 100_000 };
    const typed = ['', ' ', 'x', '0', '-4', '1', '2.9', '100001'].map((text) => clampSeats(text, limits));
    expect(typed).toEqual([undefined, undefined, undefined, 2, 2, 1, 2, 100_000]);
    expect(['0.5', '-0.5', '9'.repeat(400)].map((text) => clampSeats(text, limits))).toEqual([2, 2, 100_000]);
  });

  test('seats are typed in decimal digits', () => {
    const limits = { min: 2, max: 100_000 };
    const typed = ['0x10', '1e1', '1e9', ' 5 ', '+5', 'Infinity', '5 seats'];
    expect(typed.map((text) => clampSeats(text, limits))).toEqual(typed.map(() => undefined));
  });
});

describe('what a browser loads', () => {
  test('no contract creates a schema before it is needed', () => {
    for (const file of ['calls/chat', 'calls/billing', 'events/chat', 'entities/chat'])
      expect(readFileSync(`${import.meta.dirname}/${file}.ts`, 'utf8')).not.toMatch(/^(export )?const \w+ = z\./m);
    expect(z.string).toBeTypeOf('function');
  });
});

test('a remote is what it declares', () => {
  const nothing = { fills: [], dialogs: [], opens: [], emits: [], handles: [], calls: [] };
  const routes = [{ path: '/late-news', title: 'News', expose: './news' }] as const;
  const contract = { name: 'mf-news', exposes: { './news': './src/news.tsx' }, routes, ...nothing } as const;
  expect(defineRemote(contract)).toEqual(contract);
});

test('files that versions share lie at an address of their remote', () => {
  expect(contentBase('mf-chat')).toBe('/assets/mf-chat/content/');
});
