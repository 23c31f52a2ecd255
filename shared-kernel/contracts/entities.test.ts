import type * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { agent, agentFile } from './entities/agent.ts';
import { alert } from './entities/alert.ts';
import { customer, proration } from './entities/billing.ts';
import { chat, memory, message, tag, tagColors, tagIcons, userFile } from './entities/chat.ts';
import { omission, withOmission } from './entities/omission.ts';
import { replyItem } from './entities/stream.ts';
import { member, role, team } from './entities/team.ts';
import { createTeamSubscription } from './calls/billing.ts';
import { ipInfo, user } from './entities/user.ts';

/** Fields that the specification names for each entity, in its words and order. */
const specified: [string, () => z.ZodMiniObject, string][] = [
  [
    'User (A3.01)',
    user,
    '_id email firstName lastName username avatarImageUrl theme fontSize aiPersonality aiLanguage aiDisplayName emailNotifications reminderHour heardFrom subscriptionEndDate countryCode region postal currencySymbol activeTeam booktAdmin googleScopes microsoftScopes',
  ],
  [
    'Chat (B3.01)',
    chat,
    '_id title tags secure function flow sharedBy new lastUpdate createdDate lengthWarning pinned archived matchingMessage',
  ],
  [
    'Message (B3.02)',
    message,
    '_id reportId prompt content context createdDate pending failed loadingText networkError thoughts citations assistantFileUrl assistantFileType userFiles voiceNote fromNote modal',
  ],
  ['User file entry (B3.03)', userFile, '_id name type url tempUrl progress aspectRatio'],
  ['Agent (B3.05)', agent, '_id title instruction files teamRoles memoryDisabled lastUpdate replacedBy welcomeMessage'],
  ['Agent file (B3.05)', agentFile, 'name type url aspectRatio'],
  ['Collection (B3.06)', tag, '_id name icon color lastUpdate'],
  ['Team (B3.08)', team, '_id name members nonPayingMembers roles flows stripeSubscriptionSeats'],
  ['Member (B3.09)', member, '_id firstName lastName email avatarImageUrl'],
  ['Role (B3.10)', role, '_id name deleted members team'],
  ['Memory (B3.11)', memory, '_id memory'],
  ['Proration (B3.12)', proration, 'prorationInvoice nextInvoice'],
  ['Alert (A3.05)', alert, 'message type time'],
  ['Customer (A3.04)', customer, 'id'],
];

describe('entities', () => {
  test.each(specified)('%s has every field that the specification names', (_, schema, fields) => {
    expect(Object.keys(schema().shape)).toEqual(expect.arrayContaining(fields.split(' ')));
  });

  test('the service’s user has no ip and no rate: they are the client’s own', () => {
    expect(Object.keys(user().shape)).not.toEqual(expect.arrayContaining(['ip']));
    expect(Object.keys(user().shape)).not.toEqual(expect.arrayContaining(['rate']));
    expect(Object.keys(ipInfo().shape)).toContain('ip');
  });

  test('a team is created from a name and a number of seats, and then has an id', () => {
    expect(Object.keys(createTeamSubscription.input().shape)).toEqual(expect.arrayContaining(['name', 'quantity']));
    expect(Object.keys(team().shape)).toEqual(expect.arrayContaining(['_id', 'name', 'stripeSubscriptionSeats']));
  });

  test('a collection has one of the seven icons and one of the seven colours', () => {
    expect(tagIcons).toEqual(['folders', 'briefcase', 'lightbulb', 'star', 'graduation', 'money', 'heart']);
    expect(tagColors).toEqual(['green', 'highlightBlue', 'blue', 'deepPurple', 'redPink', 'burntOrange', 'yellow']);
  });

  test('an alert is info, error or warn, with its time', () => {
    const kinds = ['info', 'error', 'warn', 'success'].map(
      (type) => alert().safeParse({ message: 'm', type, time: 3000 }).success,
    );
    expect(kinds).toEqual([true, true, true, false]);
    const whole = { message: 'm', type: 'info', time: 3000 };
    for (const change of [{ message: undefined }, { time: undefined }, { time: '3000' }])
      expect(alert().safeParse({ ...whole, ...change }).success, JSON.stringify(change)).toBe(false);
  });

  test('a streamed reply has the events that the specification names, what was left out, and its end', () => {
    const types = replyItem().def.options.map((option): unknown => option.shape.type.def.values[0]);
    expect(new Set(types)).toEqual(
      new Set(
        'text textFinal system thought thinking citations passages image document chatId id modal warning function omission end'.split(
          ' ',
        ),
      ),
    );
    const item = (given: object) => replyItem().safeParse({ seq: 1, ...given }).success;
    expect(item({ type: 'function', function: 'agentCreator', agent: { title: 'T', instruction: 'I' } })).toBe(true);
    expect(item({ type: 'warning', warning: 'lengthWarning' })).toBe(true);
    expect(item({ type: 'modal' })).toBe(false);
  });

  test('an omission is reported once', () => {
    const cut = { kind: 'prompt-cut' };
    expect(withOmission(undefined, cut)).toEqual([cut]);
    expect(withOmission([cut], { kind: 'prompt-cut' })).toEqual([cut]);
    expect(withOmission([cut], { kind: 'prompt-cut', count: 2 })).toEqual([cut, { kind: 'prompt-cut', count: 2 }]);
    const whole = { kind: 'k', count: 1, names: ['a'], at: '2026-11-22T10:42:00Z' };
    expect(omission().parse(whole)).toEqual(whole);
    for (const change of [{ kind: 7 }, { count: '1' }, { names: [7] }, { at: 'now' }])
      expect(omission().safeParse({ ...whole, ...change }).success, JSON.stringify(change)).toBe(false);
  });

  test('money is in whole minor units', () => {
    const bill = (amount: number) => ({ amount_due: amount, currency: 'usd' });
    expect(proration().safeParse({ prorationInvoice: bill(1050), nextInvoice: bill(0) }).success).toBe(true);
    expect(proration().safeParse({ prorationInvoice: bill(10.5), nextInvoice: bill(0) }).success).toBe(false);
  });
});
