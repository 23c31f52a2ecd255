import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { requestsOf, hostWith, teamId, testMember, testTeam } from '../testing/teams.ts';
import { SeatsDialog } from './seats-dialog.tsx';

const usd = (amount: number) => ({ amount_due: amount, currency: 'usd' });
const cost = { prorationInvoice: usd(1234), nextInvoice: usd(7000), prorationDate: 1_800_000_000 };

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

/** The price is requested once nothing more was typed for a moment. */
const pause = () => act(() => vi.advanceTimersByTimeAsync(400));

const setUp = async (
  { preview = cost, update = () => ({ success: true }) }: { preview?: object; update?: () => object } = {},
  team = testTeam(),
) => {
  const host = hostWith(team);
  host.service.answer(calls.billing.updateTeamSubscription, ({ returnProrationAmount }) =>
    returnProrationAmount ? preview : update(),
  );
  const rendered = renderRemote(contract, <SeatsDialog />, { host, input: { teamId } });
  const press = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const field = await screen.findByLabelText('Seats');
  const type = async (text: string) => {
    await press.clear(field);
    if (text) await press.type(field, text);
    await pause();
  };
  return { ...rendered, host, press, field, type };
};
const updateButton = () => screen.getByRole('button', { name: /^Updat/ });
const confirmBox = () => screen.queryByRole('checkbox');

describe('the seats of a team', () => {
  test('cost what is charged, in its currency, wherever the reader is', async () => {
    const host = hostWith(testTeam());
    host.ipInfo$.next({ ip: '192.0.2.1', country: 'ZA' });
    host.service.answer(calls.billing.updateTeamSubscription, () => cost);
    renderRemote(contract, <SeatsDialog />, { host, input: { teamId } });
    const press = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await press.type(await screen.findByLabelText('Seats'), '7');
    await pause();
    expect(await screen.findByRole('checkbox', { name: /\$12\.34 \(USD\)/ })).toBeTruthy();
    expect(screen.queryByText(/R\d/)).toBeNull();
  });

  test('change after the amount that is due now was confirmed, at the date of the preview', async () => {
    const { host, press, field, closed } = await setUp();
    await press.clear(field);
    await press.type(field, '7');
    expect(updateButton()).toHaveProperty('disabled', true);
    await pause();
    const box = await screen.findByRole('checkbox', { name: 'I agree that $12.34 (USD) will be charged now.' });
    expect(screen.getByText('$70.00')).toBeTruthy();
    expect(updateButton()).toHaveProperty('disabled', true);
    await press.click(box);
    vi.setTimerTickMode('manual');
    fireEvent.click(updateButton());
    expect(updateButton().textContent).toBe('Updating');
    expect(host.alertsShown).toMatchObject([{ type: 'info', message: 'Processing request...' }]);
    await act(() => vi.advanceTimersByTimeAsync(2999));
    expect([closed, host.alertsShown.length]).toEqual([[], 1]);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(host.alertsShown[1]).toMatchObject({ type: 'info', message: 'Subscription seats updated successfully.' });
    expect(host.eventsSeen).toEqual([{ event: 'teams.changed', payload: { teamId } }]);
    expect(closed).toEqual([true]);
    expect(requestsOf(host)).toEqual([
      { call: 'billing.updateTeamSubscription', input: { teamId, quantity: 7, returnProrationAmount: true } },
      { call: 'billing.updateTeamSubscription', input: { teamId, quantity: 7, prorationDate: 1_800_000_000 } },
    ]);
  });

  test('need a new confirmation for another number', async () => {
    const { press, type } = await setUp();
    await type('7');
    await press.click(await screen.findByRole('checkbox'));
    await type('8');
    expect(await screen.findByRole('checkbox')).toHaveProperty('checked', false);
    expect(updateButton()).toHaveProperty('disabled', true);
  });

  test('need no confirmation where nothing is due now', async () => {
    const { host, press, type } = await setUp({ preview: { ...cost, prorationInvoice: usd(-500) } });
    await type('3');
    expect(await screen.findByText('-$5.00')).toBeTruthy();
    expect(confirmBox()).toBeNull();
    await press.click(updateButton());
    await waitFor(() => expect(requestsOf(host)).toHaveLength(2));
  });

  test.each([
    ['7', 'Nothing is charged now: your credit covers the new seats.'],
    ['3', 'Nothing is charged now. The unused part of this period is credited to your next invoice.'],
  ])('that become %s for nothing now say what pays for it', async (typed, note) => {
    const { type } = await setUp({ preview: { ...cost, prorationInvoice: usd(0) } });
    await type(typed);
    expect(await screen.findByText(note)).toBeTruthy();
  });

  test('that stay the same close the dialog without a call', async () => {
    const { host, press, closed } = await setUp();
    await press.click(updateButton());
    expect(closed).toEqual([undefined]);
    expect(requestsOf(host)).toEqual([]);
  });

  test('that are not a number are marked as invalid', async () => {
    const { host, press, type, field } = await setUp();
    await type('x');
    expect(field).toHaveProperty('value', '');
    await press.click(updateButton());
    expect(host.alertsShown).toEqual([{ type: 'warn', time: 5000, message: 'Please enter a valid quantity.' }]);
  });

  test('cannot be fewer than the members', async () => {
    const team = testTeam({
      members: [1, 2, 3, 4].map((number) => testMember(number)),
      admins: [testTeam().admins[0]!],
    });
    const { host, type } = await setUp({}, team);
    await type('3');
    expect(screen.getByText('4 members have a seat. Remove members before you reduce the seats.')).toBeTruthy();
    expect(updateButton()).toHaveProperty('disabled', true);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(requestsOf(host)).toEqual([]);
  });

  test.each([
    [() => ({ success: false }), '7', 'Invoice payment failed. Please update your payment method and try again.'],
    [() => ({ success: false }), '3', 'Failed to update subscription.'],
    [
      () => {
        throw new Failure(500, {});
      },
      '7',
      'Failed to update subscription.',
    ],
    [
      () => {
        throw new Failure(409, 'There are more members than seats.');
      },
      '3',
      'There are more members than seats.',
    ],
    [
      () => {
        throw failureOf('seats-busy');
      },
      '7',
      'This team’s seats are being changed. Please try again in a moment.',
    ],
  ])('show what went wrong (%#), stay as they were chosen, and can be retried', async (update, typed, message) => {
    const { host, press, type, closed, field } = await setUp({ update });
    await type(typed);
    await press.click(await screen.findByRole('checkbox'));
    await press.click(updateButton());
    await waitFor(() => expect(host.alertsShown.at(-1)).toMatchObject({ type: 'error', message }));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(closed).toEqual([]);
    expect([field, confirmBox()]).toMatchObject([{ value: typed }, { checked: true }]);
    await press.click(updateButton());
    await waitFor(() => expect(requestsOf(host)).toHaveLength(3));
  });

  test('show the current amount once the agreed one is too old, and need a new confirmation', async () => {
    const later = { ...cost, prorationInvoice: usd(1100), prorationDate: 1_800_007_200 };
    const { host, press, type, closed } = await setUp({
      update() {
        host.service.answer(calls.billing.updateTeamSubscription, ({ returnProrationAmount }) =>
          returnProrationAmount ? later : { success: true },
        );
        throw failureOf('amounts-outdated');
      },
    });
    await type('7');
    await press.click(await screen.findByRole('checkbox', { name: /\$12\.34/ }));
    await press.click(updateButton());
    const box = await screen.findByRole('checkbox', { name: /\$11\.00/ });
    expect([box, updateButton()]).toMatchObject([{ checked: false }, { disabled: true }]);
    expect(host.alertsShown.at(-1)).toMatchObject({ message: 'These amounts are out of date. Please try again.' });
    await press.click(box);
    await press.click(updateButton());
    await waitFor(() => expect(requestsOf(host).at(-1)?.input).toMatchObject({ prorationDate: 1_800_007_200 }));
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(closed).toEqual([true]);
  });

  test('cannot change before an open invoice is paid, with a link to the payment method', async () => {
    const { host, press, type } = await setUp({ preview: { prorationInvoice: usd(0), openInvoice: usd(5000) } });
    host.service.answer(calls.billing.createTeamPortalSession, () => ({ redirectUrl: 'https://pay.test/portal' }));
    await type('7');
    expect(await screen.findByText('$50.00')).toBeTruthy();
    expect(screen.getByText(/^The last payment failed\. You can’t change the seats/)).toBeTruthy();
    expect([screen.queryByText('Due now'), confirmBox()]).toEqual([null, null]);
    expect(updateButton()).toHaveProperty('disabled', true);
    await press.click(screen.getByRole('button', { name: 'Manage Billing' }));
    await waitFor(() => expect(requestsOf(host).at(-1)?.call).toBe('billing.createTeamPortalSession'));
  });

  test.each([
    [1234, 'You pay for the new seats until the plan ends on Jan 2, 2027.'],
    [0, 'Nothing is charged now or later: the plan ends on Jan 2, 2027.'],
  ])('of a plan that ends say that no invoice follows (%i)', async (due, note) => {
    const preview = { ...cost, prorationInvoice: usd(due), nextInvoice: usd(0), endDate: '2027-01-02T12:00:00.000Z' };
    const { type } = await setUp({ preview });
    await type('7');
    expect(await screen.findByText(note)).toBeTruthy();
    expect(screen.getByText('None')).toBeTruthy();
  });

  test('cannot change while their price is unknown; it can be requested again', async () => {
    const { host, press, type } = await setUp();
    host.service.answer(calls.billing.updateTeamSubscription, () => {
      throw new Failure(500, {});
    });
    await type('7');
    expect(await screen.findByText('We couldn’t calculate the price.')).toBeTruthy();
    expect(host.alertsShown).toEqual([{ type: 'error', time: 5000, message: 'Failed to get shared chat.' }]);
    expect(updateButton()).toHaveProperty('disabled', true);
    host.service.answer(calls.billing.updateTeamSubscription, () => cost);
    await press.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('$12.34')).toBeTruthy();
  });

  test('show the service’s reason for an unknown price', async () => {
    const { host, type } = await setUp();
    host.service.answer(calls.billing.updateTeamSubscription, () => {
      throw new Failure(409, 'Your seats are being changed right now.');
    });
    await type('7');
    expect(await screen.findByText('We couldn’t calculate the price.')).toBeTruthy();
    expect(screen.getByText('Your seats are being changed right now.')).toBeTruthy();
  });
});

describe('a dialog that is closed while its seats change', () => {
  const closeWhileUpdating = async () => {
    const answer = Promise.withResolvers<object>();
    const rendered = await setUp({ update: () => answer.promise });
    const { host, press } = rendered;
    await rendered.type('7');
    await press.click(await screen.findByRole('checkbox'));
    await press.click(updateButton());
    rendered.end();
    return { host, answer };
  };

  test('is followed by the news that they changed', async () => {
    const { host, answer } = await closeWhileUpdating();
    await act(async () => answer.resolve({ success: true }));
    expect(host.alertsShown.map(({ message }) => message)).toEqual([
      'Processing request...',
      'Subscription seats updated successfully.',
    ]);
    expect(host.eventsSeen).toEqual([{ event: 'teams.changed', payload: { teamId } }]);
  });

  test('is followed by the news that the bank wants a confirmation', async () => {
    const { host, answer } = await closeWhileUpdating();
    await act(async () => answer.resolve({ success: false, redirectUrl: 'https://pay.test/invoice' }));
    const message = 'Your bank asks you to confirm the payment. Open Adjust Seats to continue.';
    expect(host.alertsShown.at(-1)).toMatchObject({ type: 'warn', message });
  });

  test('is followed by the news that another admin was first', async () => {
    const { host, answer } = await closeWhileUpdating();
    await act(async () => answer.reject(failureOf('stale', { revision: 'seven' })));
    expect(host.alertsShown).toMatchObject([{ type: 'info' }, { type: 'error' }]);
  });

  test('shows what it would have shown, once, if the change is already done', async () => {
    const rendered = await setUp();
    const { host, press } = rendered;
    await rendered.type('7');
    await press.click(await screen.findByRole('checkbox'));
    vi.setTimerTickMode('manual');
    fireEvent.click(updateButton());
    await act(() => vi.advanceTimersByTimeAsync(100));
    rendered.end();
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(host.alertsShown.map(({ message }) => message)).toEqual([
      'Processing request...',
      'Subscription seats updated successfully.',
    ]);
  });
});

describe('seats whose payment has to be confirmed', () => {
  const seatChange = { quantity: 7, redirectUrl: 'https://pay.test/invoice', expires: '2027-01-02T12:00:00.000Z' };
  /** The team as the service has it, which the test may change. */
  const start = async (
    team: { now: ReturnType<typeof testTeam> },
    update: () => object = () => ({ success: false }),
  ) => {
    const host = hostWith(() => team.now);
    host.service.answer(calls.billing.updateTeamSubscription, ({ returnProrationAmount }) =>
      returnProrationAmount ? cost : update(),
    );
    const rendered = renderRemote(contract, <SeatsDialog />, { host, input: { teamId } });
    return { ...rendered, host, press: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) };
  };
  const link = () => screen.findByRole('link', { name: 'Confirm Payment' });

  test('open the provider’s page, and are not shown as failed', async () => {
    const team = { now: testTeam() };
    const { host, press, closed } = await start(team, () => {
      team.now = testTeam({ seatChange });
      return { success: false, redirectUrl: seatChange.redirectUrl };
    });
    await press.clear(await screen.findByLabelText('Seats'));
    await press.type(screen.getByLabelText('Seats'), '7');
    await pause();
    await press.click(await screen.findByRole('checkbox'));
    await press.click(updateButton());
    expect(await link()).toHaveProperty('href', seatChange.redirectUrl);
    expect(await link()).toHaveProperty('target', '_blank');
    expect(screen.getByText('Your bank asks you to confirm the payment for 7 seats.')).toBeTruthy();
    expect(host.alertsShown.map(({ type }) => type)).toEqual(['info']);
    expect(closed).toEqual([]);
  });

  test('are shown when the user returns after confirming them', async () => {
    const team = { now: testTeam({ seatChange }) };
    const { host, closed } = await start(team);
    await link();
    team.now = testTeam({ stripeSubscriptionSeats: 7 });
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(closed).toEqual([true]));
    expect(host.alertsShown).toMatchObject([{ message: 'Subscription seats updated successfully.' }]);
    expect(requestsOf(host)).toEqual([
      { call: 'billing.updateTeamSubscription', input: { teamId, quantity: 7, returnProrationAmount: true } },
    ]);
  });

  test('appear when the team shows them before the user returns', async () => {
    const team = { now: testTeam({ seatChange }) };
    const { host, closed } = await start(team);
    await link();
    team.now = testTeam({ stripeSubscriptionSeats: 7 });
    act(() => host.bus.emit(events.teams.changed, { teamId }));
    await waitFor(() => expect(closed).toEqual([true]));
    expect(host.alertsShown).toMatchObject([{ message: 'Subscription seats updated successfully.' }]);
  });

  test('stay pending for a user who returns without confirming', async () => {
    const { closed, press } = await start({ now: testTeam({ seatChange }) });
    await link();
    await press.click(screen.getByRole('button', { name: 'Check Again' }));
    expect(await screen.findByText('The payment isn’t confirmed yet.')).toBeTruthy();
    expect(closed).toEqual([]);
  });

  test('are as they were once it is too late, and that is said', async () => {
    const team = { now: testTeam({ seatChange }) };
    const { host, press } = await start(team);
    await link();
    team.now = testTeam();
    await press.click(screen.getByRole('button', { name: 'Check Again' }));
    const message = 'The payment wasn’t confirmed. Nothing was charged, and your seats didn’t change.';
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ type: 'warn', message }]));
    expect(await screen.findByLabelText('Seats')).toHaveProperty('value', '5');
  });

  test('are not taken back by an admin who keeps the seats as they were, once they are paid', async () => {
    const revisions = { name: 'a', seats: 'five', admins: 'b', link: 'c' };
    const team = { now: testTeam({ seatChange, revisions }) };
    const { host, press, closed } = await start(team, () => {
      team.now = testTeam({ stripeSubscriptionSeats: 7 });
      throw failureOf('stale', { revision: 'seven' });
    });
    await link();
    await press.click(screen.getByRole('button', { name: 'Keep 5 Seats' }));
    await waitFor(() => expect(closed).toEqual([true]));
    expect(host.service.requests).toContainEqual({
      call: 'billing.updateTeamSubscription',
      input: { teamId, quantity: 5 },
      basedOn: '"five"',
    });
    expect(host.alertsShown).toMatchObject([{ message: 'Subscription seats updated successfully.' }]);
  });

  test('can be left as they are', async () => {
    const team = { now: testTeam({ seatChange }) };
    const { host, press } = await start(team, () => {
      team.now = testTeam();
      return { success: true };
    });
    await link();
    await press.click(screen.getByRole('button', { name: 'Keep 5 Seats' }));
    expect(await screen.findByLabelText('Seats')).toBeTruthy();
    expect(requestsOf(host)).toEqual([{ call: 'billing.updateTeamSubscription', input: { teamId, quantity: 5 } }]);
  });
});
