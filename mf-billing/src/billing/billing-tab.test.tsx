import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Bill, PaidPlan } from '@atrium/shared-kernel/contracts/entities/billing';
import { createFakeHost, type FakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { useIsFetching } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { firstValueFrom, type Observable } from 'rxjs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { refuse } from '../testing/account.tsx';
import BillingTab from './billing-tab.tsx';
import { useCustomer } from './customer.api.ts';

const { cancelPlan, changeInterval, getCustomer, listInvoices, createPortalSession } = calls.billing;
const plan: PaidPlan = {
  status: 'active',
  cancelAtEnd: false,
  interval: 'month',
  quantity: 1,
  amount: 1000,
  currency: 'usd',
  endDate: '2026-12-21T10:00:00.000Z',
};
const bill = (id: string, change: Partial<Bill> = {}): Bill => ({
  id,
  number: `ATR-${id}`,
  date: '2026-11-21T10:00:00.000Z',
  amount: 1000,
  currency: 'usd',
  status: 'paid',
  url: `/local/invoice/${id}`,
  ...change,
});

afterEach(() => void vi.useRealTimers());

const renderTab = (prepare: (host: FakeHost) => void = () => undefined, user = testUser()) => {
  const host = createFakeHost({ user, path: '/' });
  host.service.answer(listInvoices, () => ({ plan, invoices: [bill('2'), bill('1')], more: false }));
  host.service.answer(createPortalSession, () => ({ redirectUrl: '/local/portal' }));
  prepare(host);
  renderRemote(contract, <BillingTab />, { host, input: {} });
  return { host, press: userEvent.setup() };
};
const answering =
  (change: Partial<PaidPlan>) =>
  ({ service }: FakeHost) =>
    service.answer(listInvoices, () => ({ plan: { ...plan, ...change }, invoices: [], more: false }));

describe('the billing tab', () => {
  test('shows the plan, its price and its renewal date', async () => {
    renderTab();
    const section = await screen.findByRole('region', { name: 'Plan' });
    expect(section.textContent).toContain('PersonalActive$10.00 per monthRenews on Dec 21, 2026 for $10.00.');
  });

  test.each([
    ['a canceled plan', { cancelAtEnd: true }, 'Ends on Dec 21, 2026 and won’t renew.'],
    ['a plan that has ended', { status: 'canceled' }, 'Ended on Dec 21, 2026.'],
    ['a payment that failed', { status: 'past_due' }, 'Please update your payment method to keep your plan.'],
    ['a plan in rand', { amount: 18_000, currency: 'zar' }, 'Renews on Dec 21, 2026 for R180.00.'],
  ] as const)('says what comes of %s', async (_, change, words) => {
    renderTab(answering(change));
    expect((await screen.findByRole('region', { name: 'Plan' })).textContent).toContain(words);
    expect(screen.getByText('No invoices yet.')).toBeTruthy();
  });

  test('offers renewal only for an expired plan', async () => {
    const former = testUser({ subscriptionEndDate: '2020-12-21T10:00:00.000Z' });
    const { host, press } = renderTab(answering({ status: 'canceled' }), former);
    await press.click(await screen.findByRole('button', { name: 'Renew' }));
    expect(host.navigation.location$.value.pathname).toBe('/subscribe');
    cleanup();
    renderTab(answering({ cancelAtEnd: true }), former);
    await screen.findByRole('region', { name: 'Plan' });
    expect(screen.queryByRole('button', { name: 'Renew' })).toBeNull();
  });

  test('says until when a user has access, as by a team, who could not renew an ended plan before', async () => {
    renderTab(answering({ status: 'canceled' }), testUser({ subscriptionEndDate: '2099-12-20T10:00:00.000Z' }));
    const section = await screen.findByRole('region', { name: 'Plan' });
    expect(section.textContent).toContain(
      'Ended on Dec 21, 2026.You have access until Dec 21, 2099. If it ends then, you can renew this plan.',
    );
    expect(screen.queryByRole('button', { name: 'Renew' })).toBeNull();
  });

  test('lists invoices with amount, date and status, each with the page that shows it', async () => {
    renderTab(({ service }) =>
      service.answer(listInvoices, () => ({
        plan,
        invoices: [bill('2', { status: 'open', amount: 172_800, currency: 'zar' }), bill('1')],
        more: false,
      })),
    );
    const rows = within(await screen.findByRole('list', { name: 'Invoices' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'R1,728.00Nov 21, 2026\u00A0· ATR-2\u00A0· Not paid yetView',
      '$10.00Nov 21, 2026\u00A0· ATR-1\u00A0· PaidView',
    ]);
    const view = screen.getByRole('link', { name: 'View invoice ATR-1 from Nov 21, 2026' });
    expect(view.getAttribute('href')).toBe('/local/invoice/1');
    expect(view.getAttribute('target')).toBe('_blank');
  });

  test('loads older invoices on demand', async () => {
    const { host, press } = renderTab(({ service }) =>
      service.answer(listInvoices, ({ before }) =>
        before === undefined
          ? { plan, invoices: [bill('2')], more: true }
          : { plan, invoices: [bill('1')], more: false },
      ),
    );
    await press.click(await screen.findByRole('button', { name: 'Show older invoices' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    expect(host.service.requests.map(({ input }) => input)).toEqual([{}, { before: '2' }]);
    expect(screen.queryByRole('button', { name: 'Show older invoices' })).toBeNull();
  });

  test('shows every paid plan, and cancels the chosen one', async () => {
    const ends: string[] = [];
    const { press } = renderTab(({ service }) => {
      service.answer(listInvoices, () => ({
        plan,
        invoices: [],
        more: false,
        plans: [
          { ...plan, id: 'a'.repeat(24) },
          { ...plan, id: 'b'.repeat(24), interval: 'year' as const, amount: 9600, cancelAtEnd: ends.length > 0 },
        ],
      }));
      service.answer(cancelPlan, ({ planId }) => {
        ends.push(planId);
        return {};
      });
    });
    const plans = within(await screen.findByRole('list', { name: 'Plans' }));
    expect(plans.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '$10.00 per monthRenews on Dec 21, 2026 for $10.00.Cancel plan',
      '$96.00 per yearRenews on Dec 21, 2026 for $96.00.Cancel plan',
    ]);
    await press.click(plans.getByRole('button', { name: 'Cancel the plan for $96.00 per year' }));
    expect(await plans.findByText('Ends on Dec 21, 2026 and won’t renew.')).toBeTruthy();
    expect(ends).toEqual(['b'.repeat(24)]);
  });

  test('shows the refund for a plan that was paid twice', async () => {
    const refund = { id: 's', date: '2026-11-22T10:00:00.000Z', currency: 'usd', url: '/local/invoice/9' };
    renderTab(({ service }) =>
      service.answer(listInvoices, () => ({
        plan,
        invoices: [],
        more: false,
        refunds: [
          { ...refund, refunded: 1000, credited: 0 },
          { ...refund, id: 't', refunded: 600, credited: 400 },
        ],
      })),
    );
    const rows = within(await screen.findByRole('list', { name: 'Refunds' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '$10.00Nov 22, 2026\u00A0· RefundedView',
      '$10.00Nov 22, 2026\u00A0· $6.00 refunded, $4.00 credited to your next invoicesView',
    ]);
    expect(screen.queryByRole('list', { name: 'Plans' })).toBeNull();
  });

  const cost = {
    date: '2026-11-23T10:00:00.000Z',
    amount: 9600,
    currency: 'usd',
    due: 8753,
    renewDate: '2027-11-23T10:00:00.000Z',
    renewAmount: 9600,
    at: 1_795_428_000,
  };

  test('switches to yearly after price, date and charge were shown and confirmed', async () => {
    const { host, press } = renderTab(({ service }) =>
      service.answer(changeInterval, ({ preview }) => (preview ? { cost } : { success: true })),
    );
    await press.click(await screen.findByRole('button', { name: 'Switch to yearly' }));
    const message =
      'From today your plan costs $96.00 per year. You’re charged $87.53 now: the new price less what’s left of your current period. It renews on Nov 23, 2027 for $96.00.';
    await waitFor(() =>
      expect(host.dialogsOpened).toMatchObject([{ props: { title: 'Pay yearly', message, confirm: 'Pay $87.53' } }]),
    );
    const requested = () => host.service.requests.filter(({ call }) => call === changeInterval.name);
    await waitFor(() =>
      expect(requested().map(({ input }) => input)).toEqual([
        { interval: 'year', preview: true },
        { interval: 'year', at: cost.at },
      ]),
    );
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Your plan is changed.', type: 'info' }]));
  });

  test('does not buy at an outdated price: plan and price have to be fetched again', async () => {
    let shown = { ...plan, revision: 'plan-1' };
    const { host, press } = renderTab(({ service }) => {
      service.answer(listInvoices, () => ({ plan: shown, invoices: [], more: false }));
      service.answer(changeInterval, ({ preview }) => {
        if (preview) return { cost };
        shown = { ...shown, revision: 'plan-2', cancelAtEnd: true };
        throw failureOf('stale', { revision: 'plan-2' });
      });
    });
    await press.click(await screen.findByRole('button', { name: 'Switch to yearly' }));
    expect(await screen.findByText('Ends on Dec 21, 2026 and won’t renew.')).toBeTruthy();
    const { outdated$ } = (host.dialogsOpened.at(-1) as { props: { outdated$: Observable<string> } }).props;
    expect(await firstValueFrom(outdated$)).toContain('Your plan changed in the meantime.');
    const requested = host.service.requests.filter(({ call }) => call === changeInterval.name);
    expect(requested.map(({ basedOn }) => basedOn)).toEqual(['"plan-1"', '"plan-1"']);
    expect(screen.queryByRole('button', { name: 'Switch to yearly' })).toBeNull();
  });

  test('asks again at the current price once the shown one is too old', async () => {
    const later = { ...cost, due: 8000, at: cost.at + 7200 };
    let shown = cost;
    const { host, press } = renderTab(({ service }) =>
      service.answer(changeInterval, ({ preview, at }) => {
        if (preview) return { cost: shown };
        shown = later;
        if (at === later.at) return { success: true };
        throw failureOf('amounts-outdated');
      }),
    );
    await press.click(await screen.findByRole('button', { name: 'Switch to yearly' }));
    await waitFor(() =>
      expect(host.alertsShown).toMatchObject([
        { message: 'These amounts are out of date. Please try again.', type: 'error' },
        { message: 'Your plan is changed.', type: 'info' },
      ]),
    );
    expect(host.dialogsOpened).toMatchObject([
      { props: { confirm: 'Pay $87.53' } },
      { props: { confirm: 'Pay $80.00' } },
    ]);
  });

  test('asks about the current plan, also below older invoices', async () => {
    let shown: PaidPlan = { ...plan, revision: 'plan-1' };
    const { host, press } = renderTab(({ service }) => {
      service.answer(listInvoices, ({ before }) => ({
        plan: shown,
        invoices: [bill(before === undefined ? '2' : '1')],
        more: before === undefined,
      }));
      service.answer(changeInterval, ({ preview }) => {
        if (preview) return { cost };
        shown = { ...plan, interval: 'year', amount: 9600, revision: 'plan-2' };
        return { success: true };
      });
    });
    await press.click(await screen.findByRole('button', { name: 'Show older invoices' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    await press.click(screen.getByRole('button', { name: 'Switch to yearly' }));
    const back = await screen.findByRole('button', { name: 'Switch to monthly' });
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    host.confirmAnswer = false;
    await press.click(back);
    await waitFor(() => expect(host.dialogsOpened).toHaveLength(2));
    const sentences: string[] = [];
    const { outdated$ } = (host.dialogsOpened.at(-1) as { props: { outdated$: Observable<string> } }).props;
    outdated$.subscribe((sentence) => sentences.push(sentence)).unsubscribe();
    expect(sentences).toEqual([]);
  });

  test('says that the paid year continues until the monthly plan starts, and that nothing is charged before', async () => {
    const { endDate } = plan;
    const later = { ...cost, date: endDate, renewDate: endDate, due: 0, amount: 1000, renewAmount: 1000 };
    const { host, press } = renderTab((host) => {
      answering({ interval: 'year', amount: 9600 })(host);
      host.service.answer(changeInterval, ({ preview }) => (preview ? { cost: later } : { success: true }));
      host.confirmAnswer = false;
    });
    await press.click(await screen.findByRole('button', { name: 'Switch to monthly' }));
    const message =
      'Your plan is paid until Dec 21, 2026. From that day it costs $10.00 per month. Nothing is charged today. It renews on Dec 21, 2026 for $10.00.';
    await waitFor(() => expect(host.dialogsOpened).toMatchObject([{ props: { message, confirm: 'Confirm' } }]));
    expect(host.service.requests.filter(({ call }) => call === changeInterval.name)).toHaveLength(1);
  });

  test('offers to keep the yearly plan that would become monthly', async () => {
    renderTab(answering({ interval: 'year', amount: 9600, next: { interval: 'month', amount: 1000 } }));
    expect(await screen.findByText('Changes to $10.00 per month on Dec 21, 2026.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Keep yearly' })).toBeTruthy();
  });

  test.each([
    ['a declined payment', () => ({ success: false }), /^The payment was declined, and nothing has changed/],
    ['what the service refuses', refuse(409, { msg: 'Your plan is canceled.' }), /^Your plan is canceled\.$/],
  ] as const)('says so of %s, and shows the plan as it is', async (_, answer, words) => {
    const { host, press } = renderTab(({ service }) =>
      service.answer(changeInterval, ({ preview }) => (preview ? { cost } : answer())),
    );
    await press.click(await screen.findByRole('button', { name: 'Switch to yearly' }));
    const message = expect.stringMatching(words) as string;
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message, type: 'error' }]));
    expect(screen.getByText('Renews on Dec 21, 2026 for $10.00.')).toBeTruthy();
  });

  test('closes the question after a declined payment, so that the price is requested again for another card', async () => {
    const sent: (number | undefined)[] = [];
    let price = 0;
    const { press, host } = renderTab(({ service }) =>
      service.answer(changeInterval, ({ preview, at }) => {
        if (preview) return { cost: { ...cost, at: cost.at + price++ } };
        sent.push(at);
        return { success: sent.length > 1 };
      }),
    );
    const confirm = vi.spyOn(host.dialogs, 'confirm');
    for (let time = 1; time <= 2; time += 1) {
      await press.click(await screen.findByRole('button', { name: 'Switch to yearly' }));
      await waitFor(() => expect(sent).toHaveLength(time));
    }
    expect(sent).toEqual([cost.at, cost.at + 1]);
    expect(await Promise.all(confirm.mock.results.map(({ value }) => value as Promise<boolean>))).toEqual([true, true]);
    await waitFor(() => expect(host.alertsShown.map(({ type }) => type)).toEqual(['error', 'info']));
  });

  test('opens the page for a confirmation that the bank requires', async () => {
    const { host, press } = renderTab(({ service }) =>
      service.answer(changeInterval, ({ preview }) => (preview ? { cost } : { success: false, redirectUrl: '/bank' })),
    );
    await press.click(await screen.findByRole('button', { name: 'Switch to yearly' }));
    await waitFor(() => expect(host.left).toEqual(['/bank']));
    expect(host.alertsShown).toEqual([]);
  });

  test.each([
    ['is canceled', { cancelAtEnd: true }],
    ['has ended', { status: 'canceled' }],
    ['is not paid', { status: 'past_due' }],
  ] as const)('offers no other interval for a plan that %s', async (_, change) => {
    renderTab(answering(change));
    await screen.findByRole('region', { name: 'Plan' });
    expect(screen.queryByRole('button', { name: /Switch to/ })).toBeNull();
  });

  test('opens the customer portal', async () => {
    const { host, press } = renderTab();
    await press.click(await screen.findByRole('button', { name: 'Manage billing' }));
    await waitFor(() => expect(host.left).toEqual(['/local/portal']));
  });

  test('enables the button of the portal again for a user who returns', async () => {
    const { host, press } = renderTab();
    const button = await screen.findByRole('button', { name: 'Manage billing' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    press.click(button).catch(() => undefined);
    await vi.waitFor(() => expect(host.left).toEqual(['/local/portal']));
    expect(button.getAttribute('aria-busy')).toBe('true');
    await act(async () => {
      await vi.advanceTimersByTimeAsync(15_000);
    });
    expect(button.getAttribute('aria-busy')).toBeNull();
  });

  test('shows the service’s message if the portal is unavailable', async () => {
    const { host, press } = renderTab(({ service }) =>
      service.answer(createPortalSession, refuse(404, { msg: 'There is no payment to manage yet.' })),
    );
    await press.click(await screen.findByRole('button', { name: 'Manage billing' }));
    const message = 'There is no payment to manage yet.';
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
  });

  test('can be retried if it fails to load', async () => {
    const { host, press } = renderTab(({ service }) => service.answer(listInvoices, refuse(500, 'Down.')));
    const failure = await screen.findByRole('alert');
    expect(failure.textContent).toContain('Couldn’t load your billing.Down.');
    host.service.answer(listInvoices, () => ({ plan, invoices: [], more: false }));
    await press.click(within(failure).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('region', { name: 'Plan' })).toBeTruthy();
  });
});

describe('a payment customer', () => {
  const Probe = () => {
    const shown = useCustomer().customer ? 'customer' : 'none';
    return <p>{useIsFetching() > 0 ? 'asking' : shown}</p>;
  };
  test.each([
    ['has the tab', { id: 'cus_1' }, 'customer'],
    ['who is a test account has none', { id: 'cus_1', testAccount: true }, 'none'],
    ['who never paid has none', undefined, 'none'],
  ] as const)('the Billing tab: %s', async (_, customer, words) => {
    const host = createFakeHost({ user: testUser(), path: '/' });
    host.service.answer(getCustomer, () => ({ customer }));
    renderRemote(contract, <Probe />, { host, input: {} });
    await waitFor(() => expect(host.service.requests).toHaveLength(1));
    await waitFor(() => expect(screen.getByText(words)).toBeTruthy());
  });
});
