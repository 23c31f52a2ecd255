import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { expect, test } from 'vitest';
import { createIntents } from '../router/intents.ts';
import { applyMainRedirects } from '../router/main-redirects.ts';
import { reportUnusedInvitations } from './unused-invitations.ts';

const id = 'a'.repeat(24);
const day = 86_400_000;
const { subscriptionEndDate: _, ...free } = testUser();
const { heardFrom: __, ...unheard } = testUser();

const start = (path: string, user: User | null = testUser()) => {
  const host = createFakeHost({ user, path });
  applyMainRedirects(host.navigation, host.session, host.dialogs, createIntents(host.storage.session));
  reportUnusedInvitations(host);
  const shown = () => host.navigation.location$.value.pathname + host.navigation.location$.value.search;
  return { host, shown, messages: () => host.alertsShown.map(({ message }) => message) };
};
const kept = 'You already have a plan, so this link didn’t add you to the team.';
const broken = 'This link doesn’t lead to a team. Check that you copied all of it.';

test.each([
  ['with a plan', testUser(), '/?chat=1', [kept]],
  [
    'in the day after the end of a plan',
    testUser({ subscriptionEndDate: new Date().toISOString() }),
    '/?chat=1',
    [kept],
  ],
  ['without a plan', free, `/join?id=${id}`, []],
  ['whose plan has ended', testUser({ subscriptionEndDate: '2026-01-02T10:00:00.000Z' }), `/join?id=${id}`, []],
  ['who is no user yet', null, `/join?id=${id}`, []],
  ['who has yet to be welcomed', unheard, '/onboarding', []],
] as const)('joinTeamId does not stay in the address of somebody %s', (_who, user, address, said) => {
  const { shown, messages } = start(`/?chat=1&joinTeamId=${id}`, user);
  expect([shown(), messages()]).toEqual([address, said]);
});

test('a user with a plan can join directly, and each link is announced once', () => {
  const { host, shown, messages } = start(`/?joinTeamId=${id}`);
  host.session.user$.next(testUser({ firstName: 'Augusta' }));
  expect([shown(), messages()]).toEqual(['/', [kept]]);
  host.alertsShown[0]?.action?.onSelect();
  expect(shown()).toBe(`/join?id=${id}`);
  host.navigation.navigate(`/?joinTeamId=${id}`);
  expect([shown(), messages()]).toEqual(['/', [kept, kept]]);
});

test('a link that a user with a plan has opened does nothing once the plan has ended', () => {
  const { host, shown } = start(`/?joinTeamId=${id}`);
  host.session.user$.next(testUser({ subscriptionEndDate: new Date(Date.now() - 2 * day).toISOString() }));
  expect(shown()).toBe('/');
});

test.each([
  ['/?joinTeamId=abc&x=1', testUser(), '/?x=1'],
  ['/?joinTeamId=', testUser(), '/'],
  ['/?joinTeamId=', free, '/'],
  ['/?joinTeamId=', null, '/'],
] as const)('%s is said to lead nowhere, and goes', (path, user, address) => {
  const { shown, messages } = start(path, user);
  expect([shown(), messages()]).toEqual([address, [broken]]);
});

test('nothing is decided before the session has answered, nor on other pages', () => {
  const path = `/?joinTeamId=${id}`;
  const host = createFakeHost({ path });
  host.session.authVersion$.next(0);
  reportUnusedInvitations(host);
  expect(host.navigation.location$.value.search).toBe(`?joinTeamId=${id}`);
  host.navigation.navigate(`/subscribe?joinTeamId=${id}`);
  host.session.authVersion$.next(1);
  expect([host.navigation.location$.value.search, host.alertsShown]).toEqual([`?joinTeamId=${id}`, []]);
});
