import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { SubscribePage } from './subscribe-page.tsx';

afterEach(() => vi.useRealTimers());

const unpaid = testUser({ subscriptionEndDate: undefined });
const setUp = (
  host = createFakeHost({ user: unpaid }),
  answer = (): { redirectUrl: string } => ({ redirectUrl: '/pay' }),
) => {
  host.navigation.navigate('/subscribe');
  host.service.answer(calls.billing.createSubscription, answer);
  return { ...renderRemote(contract, <SubscribePage />, { host }), host };
};

describe('the subscribe page', () => {
  test('creates a payment session and opens it', async () => {
    const { host } = setUp();
    expect(screen.getByRole('heading', { name: 'Opening the secure checkout' })).toBeTruthy();
    await waitFor(() => expect(host.left).toEqual(['/pay']));
    expect(host.service.requests).toEqual([
      {
        call: 'billing.createSubscription',
        input: { countryCode: 'US', region: 'CA', postal: '94016', interval: 'month' },
      },
    ]);
  });

  test('shows the price for the user’s country', () => {
    const host = createFakeHost({ user: unpaid });
    host.ipInfo$.next({ country: 'ZA' });
    setUp(host);
    expect(screen.getByText(/^Premium costs R180\.00 a month/)).toBeTruthy();
  });

  test('uses the country of the account where the address tells none, as the checkout does', async () => {
    const host = createFakeHost({ user: { ...unpaid, countryCode: 'ZA', region: 'GP', postal: '2000' } });
    host.ipInfo$.next({ ip: '192.0.2.1' });
    setUp(host);
    expect(screen.getByText(/^Premium costs R180\.00 a month/)).toBeTruthy();
    await waitFor(() => expect(host.left).toEqual(['/pay']));
    expect(host.service.requests[0]?.input).toMatchObject({ countryCode: 'ZA', region: 'GP', postal: '2000' });
  });

  test('leaves no history entry: Back from the payment page does not order again', async () => {
    const { host } = setUp();
    await waitFor(() => expect(host.left).toEqual(['/pay']));
    expect(host.history).not.toContain('/subscribe');
  });

  test('orders a yearly plan if one was chosen, also before the sign-up', async () => {
    const chosen = createFakeHost({ user: null, path: '/subscribe?interval=year' });
    renderRemote(contract, <SubscribePage />, { host: chosen });
    await waitFor(() => expect(chosen.navigation.location$.value.pathname).toBe('/auth/signup'));
    cleanup();
    const host = createFakeHost({ user: unpaid });
    host.storage.cookies.set('interval', chosen.storage.cookies.get('interval') ?? '');
    setUp(host);
    expect(screen.getByText(/^Premium costs \$96\.00 a year/)).toBeTruthy();
    await waitFor(() => expect(host.left).toEqual(['/pay']));
    expect(host.service.requests[0]?.input).toMatchObject({ interval: 'year' });
    expect(host.storage.cookies.get('interval')).toBeUndefined();
  });

  test('redirects a visitor to the sign-up and stores the intent', () => {
    const { host } = setUp(createFakeHost({ user: null }));
    expect(host.navigation.location$.value.pathname).toBe('/auth/signup');
    expect(host.storage.cookies.get('intent')).toBe('subscribe');
  });

  test('waits for the first answer of the session', async () => {
    const host = createFakeHost({ user: null });
    host.session.authVersion$.next(0);
    setUp(host);
    expect(host.navigation.location$.value.pathname).toBe('/subscribe');
    act(() => {
      host.session.user$.next(unpaid);
      host.session.authVersion$.next(1);
    });
    await waitFor(() => expect(host.left).toEqual(['/pay']));
  });

  test('notifies a subscriber and opens the main screen', () => {
    const { host } = setUp(createFakeHost());
    expect(host.navigation.location$.value.pathname).toBe('/');
    const message = 'You already have an active subscription.';
    expect(host.alertsShown).toEqual([{ message, type: 'info', time: 5000 }]);
    expect(host.service.requests).toEqual([]);
  });

  test('notifies a user who subscribed in another tab, and updates the session', async () => {
    const msg = 'You already have an active subscription.';
    const { host } = setUp(undefined, () => {
      throw failureOf('already-subscribed');
    });
    host.service.answer(calls.session.getUser, () => testUser());
    await waitFor(() => expect(host.navigation.location$.value.pathname).toBe('/'));
    expect(host.alertsShown).toEqual([{ message: msg, type: 'info', time: 5000 }]);
    await waitFor(() => expect(host.session.user$.value?.subscriptionEndDate).toBeDefined());
  });

  test.each([
    [86_399_999, '/'],
    [86_400_000, '/subscribe'],
  ])('counts the day after the end date as subscribed: after %i ms it shows %s', (ms, path) => {
    const now = Date.parse('2026-11-27T12:00:00Z');
    vi.useFakeTimers({ toFake: ['Date'], now });
    const subscriptionEndDate = new Date(now - ms).toISOString();
    const { host } = setUp(createFakeHost({ user: testUser({ subscriptionEndDate }) }));
    expect(host.navigation.location$.value.pathname).toBe(path);
  });

  test('orders again on Retry after a failure', async () => {
    let fail = true;
    const { host } = setUp(undefined, () => {
      if (fail) throw new Failure(500, {});
      return { redirectUrl: '/pay' };
    });
    await screen.findByText('Failed to subscribe, please try again.');
    fail = false;
    await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(host.left).toEqual(['/pay']));
  });

  test('offers to order again if the user is still there after a while', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const { host } = setUp();
    await pass(1000);
    expect(host.left).toEqual(['/pay']);
    expect(screen.getByRole('heading', { name: 'Opening the secure checkout' })).toBeTruthy();
    await pass(10_000);
    expect(screen.getByRole('heading', { name: 'Opening the secure checkout' })).toBeTruthy();
    await pass(5000);
    expect(screen.getByText('Failed to subscribe, please try again.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await pass(1000);
    expect(screen.getByRole('heading', { name: 'Opening the secure checkout' })).toBeTruthy();
    expect(host.left).toEqual(['/pay', '/pay']);
  });

  test('cancels the order if the user leaves the page before the answer', async () => {
    const answer = Promise.withResolvers<{ redirectUrl: string }>();
    const host = createFakeHost({ user: unpaid });
    let sent: AbortSignal | undefined;
    host.service.answer(calls.billing.createSubscription, (_order, signal) => {
      sent = signal;
      return answer.promise;
    });
    const rendered = renderRemote(contract, <SubscribePage />, { host });
    await waitFor(() => expect(host.service.requests).toHaveLength(1));
    act(() => rendered.end());
    expect(sent?.aborted).toBe(true);
    await act(async () => answer.resolve({ redirectUrl: '/pay' }));
    expect(host.left).toEqual([]);
  });

  test('offers a reload if the location stays unknown', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const host = createFakeHost({ user: unpaid });
    host.ipInfo$.next(undefined);
    setUp(host);
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(await screen.findByText('Failed to verify your location, please reload the page.')).toBeTruthy();
    expect(host.service.requests).toEqual([]);
  });

  test('prefers the message of the service', async () => {
    setUp(undefined, () => {
      throw new Failure(400, 'Payments are closed.');
    });
    expect(await screen.findByText('Payments are closed.')).toBeTruthy();
  });

  test('uses the location stored with the account if the service does not answer', async () => {
    const host = createFakeHost({ user: { ...unpaid, countryCode: 'ZA', region: 'GP', postal: '2000' } });
    host.ipInfo$.next(undefined);
    setUp(host);
    await waitFor(() => expect(host.left).toEqual(['/pay']));
    expect(host.service.requests[0]?.input).toMatchObject({ countryCode: 'ZA', region: 'GP', postal: '2000' });
  });
});
