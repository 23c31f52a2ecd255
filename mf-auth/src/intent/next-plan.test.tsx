import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { NextPlan } from './next-plan.tsx';

const show = (path: string, cookies: Record<string, string> = {}) => {
  const host = createFakeHost({ user: null, path });
  for (const [key, value] of Object.entries(cookies)) host.storage.cookies.set(key, value);
  return renderRemote(contract, <NextPlan />, { host });
};
const shownText = () => document.querySelector('p:not([aria-hidden])')?.textContent;

test.each([
  ['/auth/signup', { intent: 'subscribe' }, 'Next: Atrium for one person, $10.00 a month or $96.00 a year.'],
  ['/auth/signup?team', {}, 'Next: a plan for your team, $10.00 a month or $96.00 a year for each seat.'],
  ['/auth/login', { intent: 'team' }, 'Next: a plan for your team, $10.00 a month or $96.00 a year for each seat.'],
])('at %s with %o says which plan waits', (path, cookies, text) => {
  show(path, cookies);
  expect(shownText()).toBe(`${text} You confirm it before anything is charged.`);
});

test('names the price of the visitor’s country once that is known, in the space that it took up before', () => {
  const host = createFakeHost({ user: null, path: '/auth/signup?team' });
  host.ipInfo$.next(undefined);
  renderRemote(contract, <NextPlan />, { host });
  expect(shownText()).toBeUndefined();
  expect(document.querySelector('p[aria-hidden]')?.textContent).toMatch(/for each seat\. You confirm it/);
  act(() => host.ipInfo$.next({ country: 'ZA' }));
  expect(screen.getByText(/R180\.00 a month or R1,728\.00 a year/)).toBeTruthy();
});

test.each([
  ['/auth/signup', {}],
  ['/auth/signup?user', { intent: 'subscribe' }],
  ['/auth/signup', { intent: 'subscribe', joinTeamId: 'b'.repeat(24) }],
])('at %s with %o says nothing', (path, cookies) => {
  show(path, cookies);
  expect(shownText()).toBeUndefined();
});
