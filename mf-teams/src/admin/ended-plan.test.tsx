import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { PaidPlan } from '@atrium/shared-kernel/contracts/entities/billing';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { requestsOf, hostWith, teamId, testTeam } from '../testing/teams.ts';
import { AdminDialog } from './admin-dialog.tsx';

const plan: PaidPlan = {
  status: 'active',
  cancelAtEnd: false,
  interval: 'year',
  quantity: 5,
  amount: 48_000,
  currency: 'usd',
  endDate: '2026-11-20T10:00:00.000Z',
};
const setUp = async (change: Partial<PaidPlan>) => {
  const host = hostWith(testTeam({ plan: { ...plan, ...change } }));
  renderRemote(contract, <AdminDialog />, { host, input: { teamId } });
  await screen.findByRole('heading', { name: 'Atlas' });
  return { host, press: userEvent.setup() };
};
const notice = () => screen.getByRole('region', { name: 'Plan' });
const figures = () =>
  [...screen.getByRole('region', { name: 'Seats' }).querySelectorAll('dd')].map(({ textContent }) => textContent);
const isOff = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;

describe('the panel of a team whose plan', () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-23T12:00:00Z'), toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  test('has expired says so at the top, offers renewal, and offers no seats', async () => {
    const { host, press } = await setUp({ status: 'canceled' });
    expect(within(notice()).getByRole('heading', { name: 'This team’s plan ended on Nov 20, 2026' })).toBeTruthy();
    expect(notice().compareDocumentPosition(screen.getByRole('region', { name: 'Seats' }))).toBe(4);
    expect(figures()).toEqual(['0', '0']);
    expect(isOff('Adjust Seats')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Copy Join Link' })).toBeNull();
    expect(screen.getByText('Add more seats to share join link')).toBeTruthy();
    host.service.answer(calls.billing.renewTeamSubscription, () => ({ redirectUrl: '/local/checkout' }));
    await press.click(screen.getByRole('button', { name: 'Renew Plan' }));
    await waitFor(() => expect(host.left).toEqual(['/local/checkout']));
    expect(requestsOf(host).at(-1)?.input).toMatchObject({ teamId, quantity: 5, interval: 'year' });
  });

  test('has just ended says how long the seats work, and still offers the free ones', async () => {
    await setUp({ status: 'canceled', endDate: '2026-11-23T10:00:00.000Z' });
    expect(within(notice()).getByRole('heading', { name: 'This team’s plan ended on Nov 23, 2026' })).toBeTruthy();
    expect(notice().textContent).toContain('The seats work until Nov 24, 2026.');
    expect(figures()).toEqual(['5', '3']);
    expect(isOff('Adjust Seats')).toBe(true);
    expect(isOff('Copy Join Link')).toBe(false);
    expect(isOff('Renew Plan')).toBe(false);
  });

  test('with an unpaid invoice offers the payment method, and the seats stay for a day', async () => {
    const { host, press } = await setUp({ status: 'past_due', endDate: '2026-11-23T10:00:00.000Z' });
    expect(notice().textContent).toContain('The plan was due on Nov 23, 2026.');
    expect(notice().textContent).toContain('by Nov 24, 2026');
    expect(figures()).toEqual(['5', '3']);
    expect(isOff('Adjust Seats')).toBe(true);
    expect(isOff('Copy Join Link')).toBe(false);
    host.service.answer(calls.billing.createTeamPortalSession, () => ({ redirectUrl: '/local/portal' }));
    await press.click(screen.getByRole('button', { name: 'Update Payment Method' }));
    await waitFor(() => expect(host.left).toEqual(['/local/portal']));
  });

  test.each([
    ['canceled', 'Renew Plan', calls.billing.renewTeamSubscription],
    ['past_due', 'Update Payment Method', calls.billing.createTeamPortalSession],
  ] as const)('is %s enables “%s” again for a user who returns', async (status, name, call) => {
    const { host, press } = await setUp({ status });
    host.service.answer(call, () => ({ redirectUrl: '/local/pay' }));
    const button = screen.getByRole('button', { name });
    vi.useFakeTimers({
      now: Date.now(),
      toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    });
    press.click(button).catch(() => undefined);
    await vi.waitFor(() => expect(host.left).toEqual(['/local/pay']));
    expect(button.getAttribute('aria-busy')).toBe('true');
    await act(async () => {
      await vi.advanceTimersByTimeAsync(5000);
    });
    expect(button.getAttribute('aria-busy')).toBeNull();
  });

  test('was not paid for longer has no seats until it is', async () => {
    await setUp({ status: 'past_due' });
    expect(within(notice()).getByRole('heading').textContent).toBe('The seats stopped working on Nov 21, 2026');
    expect(figures()).toEqual(['0', '0']);
    expect(screen.queryByRole('button', { name: 'Copy Join Link' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Update Payment Method' })).toBeTruthy();
  });

  test('ends soon can be resumed', async () => {
    await setUp({ cancelAtEnd: true, endDate: '2026-12-01T10:00:00.000Z' });
    expect(notice().textContent).toContain('This team’s plan ends on Dec 1, 2026');
    expect(notice().textContent).toContain('everyone loses their seat on Dec 2, 2026');
    expect(screen.getByRole('button', { name: 'Resume Plan' })).toBeTruthy();
    expect(isOff('Adjust Seats')).toBe(false);
  });

  test('shows nothing while it runs', async () => {
    await setUp({ endDate: '2026-12-01T10:00:00.000Z' });
    expect(screen.queryByRole('region', { name: 'Plan' })).toBeNull();
    expect(figures()).toEqual(['5', '3']);
  });
});
