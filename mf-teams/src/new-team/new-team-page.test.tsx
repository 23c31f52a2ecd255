import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { NewTeamPage } from './new-team-page.tsx';

const setUp = (
  host = createFakeHost({ path: '/team' }),
  answer = (): { redirectUrl: string } => ({ redirectUrl: '/pay' }),
) => {
  host.service.answer(calls.billing.createTeamSubscription, answer);
  return { ...renderRemote(contract, <NewTeamPage />, { host }), host, press: userEvent.setup() };
};
const order = () => within(screen.getByRole('region', { name: 'Your order' }));
const payNow = () => screen.getByRole('button', { name: 'Pay Now' });

describe('the page of a new team', () => {
  test('orders the seats and opens the payment page', async () => {
    const { host, press } = setUp();
    await press.type(screen.getByLabelText('Team name'), ' Atlas ');
    await press.clear(screen.getByLabelText('Seats'));
    await press.type(screen.getByLabelText('Seats'), '5');
    await press.click(screen.getByRole('radio', { name: /Yearly/ }));
    await press.click(payNow());
    await waitFor(() => expect(host.left).toEqual(['/pay']));
    expect(host.service.requests).toEqual([
      {
        call: 'billing.createTeamSubscription',
        input: { name: 'Atlas', quantity: 5, interval: 'year', countryCode: 'US', region: 'CA', postal: '94016' },
      },
    ]);
  });

  test('begins with two seats by the month at the US price', () => {
    setUp();
    expect(screen.getByLabelText('Seats')).toHaveProperty('value', '2');
    expect(screen.getByRole('radio', { name: /Monthly \$10\.00 per seat per month/ })).toHaveProperty('checked', true);
    expect(
      screen.getByRole('radio', { name: /Yearly Save 20% \$96\.00 per seat per year, \$8\.00 a month/ }),
    ).toBeTruthy();
    expect(order().getByText('$20.00')).toBeTruthy();
  });

  test('shows the South African price in South Africa', () => {
    const host = createFakeHost();
    host.ipInfo$.next({ country: 'ZA' });
    setUp(host);
    expect(screen.getByRole('radio', { name: /R180\.00/ })).toBeTruthy();
    expect(screen.getByRole('radio', { name: /R1,728\.00/ })).toBeTruthy();
    expect(order().getByText('R360.00')).toBeTruthy();
  });

  test('shows the price for the account where the address tells no country, as the checkout does', async () => {
    const host = createFakeHost({ user: testUser({ countryCode: 'ZA', region: 'GP', postal: '2000' }) });
    host.ipInfo$.next({ ip: '192.0.2.1' });
    const { press } = setUp(host);
    expect(order().getByText('R360.00')).toBeTruthy();
    await press.type(screen.getByLabelText('Team name'), 'Atlas{Enter}');
    await waitFor(() => expect(host.left).toEqual(['/pay']));
    expect(host.service.requests[0]?.input).toMatchObject({ countryCode: 'ZA', region: 'GP', postal: '2000' });
  });

  test('falls back to the US price if the service cannot determine the country', () => {
    const host = createFakeHost();
    host.ipInfo$.next({});
    setUp(host);
    expect(screen.getByRole('radio', { name: /\$10\.00 per seat/ })).toBeTruthy();
  });

  test('follows the seats and the interval with its total, what it covers and what happens next', async () => {
    const { press } = setUp();
    await press.type(screen.getByLabelText('Seats'), 'x');
    expect(screen.getByText('Invalid seats quantity, please enter a valid number.')).toBeTruthy();
    expect(order().queryByText('$20.00')).toBeNull();
    await press.clear(screen.getByLabelText('Seats'));
    await press.type(screen.getByLabelText('Seats'), '10');
    await press.click(screen.getByRole('radio', { name: /Yearly/ }));
    expect(order().getByText('$960.00')).toBeTruthy();
    expect(order().getByRole('heading', { name: 'What it covers' })).toBeTruthy();
    expect(order().getByRole('heading', { name: 'What happens next' })).toBeTruthy();
  });

  test('clamps what is typed as seats', async () => {
    const { press } = setUp();
    const seats = screen.getByLabelText('Seats');
    await press.clear(seats);
    await press.type(seats, '0');
    expect(seats).toHaveProperty('value', '2');
    await press.type(seats, '000000');
    expect(seats).toHaveProperty('value', '100000');
  });

  test('needs a name and more than one seat', async () => {
    const { host, press } = setUp();
    await press.clear(screen.getByLabelText('Seats'));
    await press.type(screen.getByLabelText('Seats'), '1');
    await press.click(payNow());
    expect(screen.getByText('Club name is required.')).toBeTruthy();
    expect(screen.getByText('Seats quantity must be greater than 1.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Team name'));
    expect(host.service.requests).toEqual([]);
  });

  test('offers a reload if the location could not be verified', async () => {
    const host = createFakeHost();
    host.ipInfo$.next(undefined);
    const { press } = setUp(host);
    await press.type(screen.getByLabelText('Team name'), 'Atlas{Enter}');
    const message = 'Failed to verify your location, please reload the page.';
    expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]);
    expect(host.service.requests).toEqual([]);
    act(() => host.ipInfo$.next({ country: 'US' }));
    await press.click(payNow());
    await waitFor(() => expect(host.left).toEqual(['/pay']));
  });

  test.each([
    [{ msg: 'You have a team of that name.' }, 'You have a team of that name.'],
    [{}, 'Failed to create team. Please try again'],
  ])('shows a refusal of %o and stays', async (body, message) => {
    const { host, press } = setUp(undefined, () => {
      throw new Failure(400, body);
    });
    await press.type(screen.getByLabelText('Team name'), 'Atlas{Enter}');
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
    expect(screen.getByLabelText('Team name')).toHaveProperty('value', 'Atlas');
  });

  test('cancels the order if the user leaves the page before the answer', async () => {
    const answer = Promise.withResolvers<{ redirectUrl: string }>();
    const host = createFakeHost();
    let sent: AbortSignal | undefined;
    host.service.answer(calls.billing.createTeamSubscription, (_order, signal) => {
      sent = signal;
      return answer.promise;
    });
    const rendered = renderRemote(contract, <NewTeamPage />, { host });
    await userEvent.setup().type(screen.getByLabelText('Team name'), 'Atlas{Enter}');
    await waitFor(() => expect(host.service.requests).toHaveLength(1));
    act(() => rendered.end());
    expect(sent?.aborted).toBe(true);
    await act(async () => answer.resolve({ redirectUrl: '/pay' }));
    expect(host.left).toEqual([]);
    expect(host.alertsShown).toEqual([]);
  });

  test('sends a visitor to sign-up with the intent of a team', () => {
    const { host } = setUp(createFakeHost({ user: null, path: '/team' }));
    const { pathname, search } = host.navigation.location$.value;
    expect(pathname + search).toBe('/auth/signup?team');
  });

  test('does not treat a user as a visitor before the first answer', () => {
    const host = createFakeHost({ user: null, path: '/team' });
    host.session.authVersion$.next(0);
    setUp(host);
    expect(host.navigation.location$.value.pathname).toBe('/team');
    act(() => host.session.user$.next(testUser()));
    expect(host.navigation.location$.value.pathname).toBe('/team');
  });
});
