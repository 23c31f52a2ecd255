import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { expect, onTestFinished, test, vi } from 'vitest';
import { redirectFor } from './main-redirects.ts';

const id = 'a'.repeat(24);
const ended = new Date(Date.now() - 2 * 86_400_000).toISOString();
const { subscriptionEndDate: _, ...free } = testUser();
const { heardFrom: __, ...unheard } = testUser();

test('a user with no heardFrom goes to /onboarding', () => {
  expect(redirectFor('', unheard)).toEqual({ kind: 'go', to: '/onboarding' });
});

test('joinTeamId sends a visitor, a free user and one whose plan has ended to /join', () => {
  const join = { kind: 'go', to: `/join?id=${id}` };
  expect(redirectFor(`?joinTeamId=${id}`, undefined)).toEqual(join);
  expect(redirectFor(`?joinTeamId=${id}`, free)).toEqual(join);
  expect(redirectFor(`?joinTeamId=${id}`, testUser({ subscriptionEndDate: ended }))).toEqual(join);
});

test('joinTeamId leaves a premium user where they are, up to 24 hours after the end date', () => {
  const now = Date.parse('2026-11-27T12:00:00Z');
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
  const endedBefore = (ms: number) => testUser({ subscriptionEndDate: new Date(now - ms).toISOString() });
  expect(redirectFor(`?joinTeamId=${id}`, testUser())).toBeUndefined();
  expect(redirectFor(`?joinTeamId=${id}`, endedBefore(86_399_999))).toBeUndefined();
  expect(redirectFor(`?joinTeamId=${id}`, endedBefore(86_400_000))).toEqual({ kind: 'go', to: `/join?id=${id}` });
});

test('team and agent open their dialogs for a signed-in user', () => {
  expect(redirectFor(`?team=${id}`, testUser())).toEqual({ kind: 'team', id });
  expect(redirectFor(`?agent=${id}`, testUser())).toEqual({ kind: 'agent', id });
  expect(redirectFor(`?agent=${id}`, undefined)).toBeUndefined();
});

test('an id that is not one is ignored', () => {
  expect(redirectFor('?team=abc&agent=../x', testUser())).toBeUndefined();
});
