import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Bill, PaidPlan } from '@atrium/shared-kernel/contracts/entities/billing';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { requestsOf, hostWith, teamId, testTeam } from '../testing/teams.ts';
import { PlanDialog } from './plan-dialog.tsx';

const plan: PaidPlan = {
  status: 'active',
  cancelAtEnd: false,
  interval: 'year',
  quantity: 5,
  amount: 48_000,
  currency: 'usd',
  endDate: '2027-11-21T10:00:00.000Z',
};
const bill = (id: string): Bill => ({
  id,
  number: `ATR-${id}`,
  date: '2026-11-21T10:00:00.000Z',
  amount: 48_000,
  currency: 'usd',
  status: 'paid',
  url: `/local/invoice/${id}`,
});

const setUp = (change: Partial<PaidPlan> = {}) => {
  const host = hostWith(testTeam());
  host.service.answer(calls.billing.listTeamInvoices, ({ before }) => ({
    plan: { ...plan, ...change },
    invoices: [bill(before ? '1' : '2')],
    more: !before,
  }));
  renderRemote(contract, <PlanDialog />, { host, input: { teamId } });
  return { host, press: userEvent.setup() };
};

describe('the plan of a team', () => {
  test.each([
    [{}, 'Renews on Nov 21, 2027 for $480.00.'],
    [{ cancelAtEnd: true }, 'Ends on Nov 21, 2027 and won’t renew.'],
    [{ status: 'past_due' }, 'The last payment failed. Update the payment method under Manage Billing.'],
    [{ amount: 90_000, currency: 'zar' }, 'Renews on Nov 21, 2027 for R900.00.'],
  ] as const)('as %o says what comes', async (change, words) => {
    setUp(change);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Renew Plan' })).toBeNull();
  });

  test.each([{}, { status: 'past_due' }, { cancelAtEnd: true }] as const)(
    'as %o is managed at the payment provider, as the emails about it say',
    async (change) => {
      const { host, press } = setUp(change);
      host.service.answer(calls.billing.createTeamPortalSession, () => ({ redirectUrl: '/local/portal' }));
      await press.click(await screen.findByRole('button', { name: 'Manage Billing' }));
      await waitFor(() => expect(host.left).toEqual(['/local/portal']));
      expect(requestsOf(host).at(-1)).toMatchObject({ call: 'billing.createTeamPortalSession', input: { teamId } });
    },
  );

  test('that has ended begins again by a checkout for its seats', async () => {
    const { host, press } = setUp({ status: 'canceled' });
    host.service.answer(calls.billing.renewTeamSubscription, () => ({ redirectUrl: '/local/checkout' }));
    await press.click(await screen.findByRole('button', { name: 'Renew Plan' }));
    await waitFor(() => expect(host.left).toEqual(['/local/checkout']));
    expect(requestsOf(host).at(-1)?.input).toMatchObject({ teamId, quantity: 5, interval: 'year', countryCode: 'US' });
  });

  test('is asked about as it is now, also below older invoices', async () => {
    const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(24));
    const canceled = new Set<string>();
    const { host, press } = setUp();
    host.service.answer(calls.billing.cancelPlan, ({ planId }) => {
      canceled.add(planId);
      return {};
    });
    host.service.answer(calls.billing.listTeamInvoices, ({ before }) => {
      const revision = `plan-${canceled.size}`;
      const plans = ids.map((id) => ({ ...plan, id, revision, cancelAtEnd: canceled.has(id) }));
      return { plan: plans[0], plans, invoices: [bill(before ? '1' : '2')], more: !before };
    });
    await press.click(await screen.findByRole('button', { name: 'Show older' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull());
    const cancels = () => screen.getAllByRole('button', { name: /^Cancel/ });
    await press.click(cancels()[0]!);
    await waitFor(() => expect(cancels()).toHaveLength(2));
    host.confirmAnswer = false;
    await press.click(cancels()[0]!);
    const sentences: string[] = [];
    const { outdated$ } = (host.dialogsOpened.at(-1) as { props: { outdated$: Observable<string> } }).props;
    outdated$.subscribe((sentence) => sentences.push(sentence)).unsubscribe();
    expect([host.dialogsOpened.length, sentences]).toEqual([2, []]);
  });

  test('has invoices, and older ones', async () => {
    const { host, press } = setUp();
    const view = await screen.findByRole('link', { name: 'View invoice ATR-2 from Nov 21, 2026' });
    expect(view.getAttribute('href')).toBe('/local/invoice/2');
    await press.click(screen.getByRole('button', { name: 'Show older' }));
    expect(await screen.findByRole('link', { name: /ATR-1/ })).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(requestsOf(host).map(({ input }) => input)).toEqual([{ teamId }, { teamId, before: '2' }]);
  });

  test('is shown with every other paid plan and with refunds, and each can be canceled', async () => {
    const { host, press } = setUp();
    const ended: string[] = [];
    host.service.answer(calls.billing.listTeamInvoices, () => ({
      plan,
      invoices: [],
      more: false,
      plans: [
        { ...plan, id: 'a'.repeat(24) },
        { ...plan, id: 'b'.repeat(24), cancelAtEnd: ended.length > 0 },
      ],
      refunds: [
        { id: 's', date: '2026-11-22T10:00:00.000Z', refunded: 6000, credited: 0, currency: 'usd' },
        { id: 't', date: '2026-11-20T10:00:00.000Z', refunded: 5000, credited: 1000, currency: 'usd' },
      ],
    }));
    host.service.answer(calls.billing.cancelPlan, ({ planId }) => {
      ended.push(planId);
      return {};
    });
    await waitFor(() => expect(screen.getAllByRole('region', { name: 'Plan' })).toHaveLength(2));
    expect(screen.getByRole('list', { name: 'Refunds' }).textContent).toBe(
      '$60.00Nov 22, 2026 · Refunded$60.00Nov 20, 2026 · $50.00 refunded, $10.00 credited to your next invoices',
    );
    await press.click(screen.getAllByRole('button', { name: 'Cancel plan' })[1]!);
    expect(await screen.findByText('Ends on Nov 21, 2027 and won’t renew.')).toBeTruthy();
    expect(ended).toEqual(['b'.repeat(24)]);
  });

  test('that cannot be read says so', async () => {
    const { host, press } = setUp();
    host.service.answer(calls.billing.listTeamInvoices, () => {
      throw new Failure(500, 'Down.');
    });
    expect(await screen.findByText('Down.')).toBeTruthy();
    host.service.answer(calls.billing.listTeamInvoices, () => ({ invoices: [], more: false }));
    await press.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No invoices yet.')).toBeTruthy();
  });
});
