import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { SubscribedPage } from './subscribed-page.tsx';

const setUp = (query: string, { paid = testUser(), success = [true] }: { paid?: User; success?: boolean[] } = {}) => {
  const host = createFakeHost({ user: testUser({ subscriptionEndDate: undefined }), path: `/subscribed${query}` });
  host.service.answer(calls.billing.checkSubscriptionSession, () => ({ success: success.shift() ?? true }));
  host.service.answer(calls.billing.expirePaymentSession, () => ({}));
  host.service.answer(calls.session.getUser, () => paid);
  return { ...renderRemote(contract, <SubscribedPage />, { host }), host };
};
const path = (host: ReturnType<typeof createFakeHost>) => host.navigation.location$.value.pathname;

describe('the payment return page', () => {
  test('validates the session, fetches the user and opens the main screen', async () => {
    const { host } = setUp('?session_id=cs_1');
    expect(screen.getByRole('heading', { name: 'Confirming your payment' })).toBeTruthy();
    await waitFor(() => expect(path(host)).toBe('/'));
    expect(host.service.requests).toEqual([
      { call: 'billing.checkSubscriptionSession', input: { sessionId: 'cs_1' } },
      { call: 'session.getUser', input: {} },
    ]);
    const { subscriptionEndDate } = host.session.user$.value ?? {};
    expect(host.eventsSeen).toEqual([{ event: 'billing.subscriptionChanged', payload: { subscriptionEndDate } }]);
  });

  test('opens the onboarding if the user has not completed it yet', async () => {
    const { host } = setUp('?session_id=cs_1', { paid: testUser({ heardFrom: undefined }) });
    await waitFor(() => expect(path(host)).toBe('/onboarding'));
  });

  test('says that a duplicate payment is refunded', async () => {
    const host = createFakeHost({
      user: testUser({ subscriptionEndDate: undefined }),
      path: '/subscribed?session_id=c',
    });
    host.service.answer(calls.billing.checkSubscriptionSession, () => ({ success: true, paidTwice: true }));
    host.service.answer(calls.session.getUser, () => testUser());
    renderRemote(contract, <SubscribedPage />, { host });
    await waitFor(() => expect(path(host)).toBe('/'));
    const message = 'You already have an active subscription. Your second payment is on its way back to you.';
    expect(host.alertsShown).toEqual([{ message, type: 'info', time: 7500 }]);
  });

  test('offers a retry if the payment could not be validated', async () => {
    const { host } = setUp('?session_id=cs_1', { success: [false] });
    await screen.findByText('Could not validate payment. Please try again.');
    expect(screen.getByRole('heading', { level: 1, name: 'Your payment' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the main screen' }).getAttribute('href')).toBe('/');
    expect(path(host)).toBe('/subscribed');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(path(host)).toBe('/'));
  });

  test('opens the main screen and expires the payment session after a canceled payment', async () => {
    const { host } = setUp('?canceled=true&expire_session_id=cs_2');
    expect(path(host)).toBe('/');
    await waitFor(() =>
      expect(host.service.requests).toEqual([
        { call: 'billing.expirePaymentSession', input: { sessionId: 'cs_2' } },
        // The user may have paid before they came back this way.
        { call: 'session.getUser', input: {} },
      ]),
    );
  });

  test.each([
    [false, 'Atlas is ready. Open Team to invite people.'],
    [true, 'The plan of Atlas is active again.'],
  ])('says which team was paid for, renewed: %s', async (renewed, message) => {
    const host = createFakeHost({ path: '/subscribed?session_id=cs_1' });
    host.service.answer(calls.session.getUser, () => testUser());
    const team = { _id: 'b'.repeat(24), name: 'Atlas', renewed };
    host.service.answer(calls.billing.checkSubscriptionSession, () => ({ success: true, team }));
    renderRemote(contract, <SubscribedPage />, { host });
    await waitFor(() => expect(path(host)).toBe('/'));
    expect(host.alertsShown).toMatchObject([{ message, type: 'info' }]);
  });

  test('does not wait for a plan of their own that an admin without a seat does not get by renewing the team', async () => {
    const user = testUser({ subscriptionEndDate: undefined });
    const host = createFakeHost({ user, path: '/subscribed?session_id=cs_1' });
    host.service.answer(calls.session.getUser, () => user);
    const team = { _id: 'b'.repeat(24), name: 'Atlas', renewed: true };
    host.service.answer(calls.billing.checkSubscriptionSession, () => ({ success: true, team }));
    renderRemote(contract, <SubscribedPage />, { host });
    await waitFor(() => expect(path(host)).toBe('/'));
    expect(host.alertsShown).toMatchObject([{ message: 'The plan of Atlas is active again.', type: 'info' }]);
  });

  test('opens the main screen even if the session could not be expired', () => {
    const host = createFakeHost({ path: '/subscribed?canceled&expire_session_id=cs_2' });
    host.service.answer(calls.billing.expirePaymentSession, () => {
      throw new Failure(500, {});
    });
    renderRemote(contract, <SubscribedPage />, { host });
    expect(path(host)).toBe('/');
  });

  test('opens the main screen if there is no session', () => {
    expect(path(setUp('').host)).toBe('/');
  });

  test('redirects a visitor to the login', () => {
    const host = createFakeHost({ user: null, path: '/subscribed?session_id=cs_1' });
    renderRemote(contract, <SubscribedPage />, { host });
    expect(path(host)).toBe('/auth/login');
  });
});
