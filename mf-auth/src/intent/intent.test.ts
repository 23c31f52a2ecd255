import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { describe, expect, test } from 'vitest';
import { intentOf, storeIntent, consumeDestination } from './intent.ts';

const teamId = 'b'.repeat(24);
const cookiesWith = (values: Record<string, string>) => {
  const { cookies } = createFakeHost().storage;
  for (const [key, value] of Object.entries(values)) cookies.set(key, value);
  return cookies;
};

describe('the intent of a sign-up', () => {
  test.each([
    ['?team', 'team'],
    ['?team=1', 'team'],
    ['?user', 'user'],
    ['', undefined],
    ['?other=team', undefined],
  ])('of the query %o is %o', (search, intent) => {
    expect(intentOf(search)).toBe(intent);
  });

  test.each([
    ['a stored team to join leads to /join', { joinTeamId: teamId, intent: 'team' }, `/join?id=${teamId}`],
    ['a team intent leads to /team', { intent: 'team' }, '/team'],
    ['a subscribe intent leads to /subscribe', { intent: 'subscribe' }, '/subscribe'],
    ['a normal sign-up leads to /', { intent: 'user' }, '/'],
    ['no intent leads to /', {}, '/'],
    ['a team id that is none leads to /', { joinTeamId: '//evil.test' }, '/'],
  ])('sends people on: %s', (_name, values, destination) => {
    expect(consumeDestination(cookiesWith(values))).toBe(destination);
  });

  test('can be read only once', () => {
    const cookies = cookiesWith({ joinTeamId: teamId, intent: 'team' });
    consumeDestination(cookies);
    expect(consumeDestination(cookies)).toBe('/');
  });

  test('as a normal user ends an earlier request to join a team', () => {
    const cookies = cookiesWith({ joinTeamId: teamId });
    storeIntent(cookies, 'user');
    expect(consumeDestination(cookies)).toBe('/');
  });
});
