import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { SettingsDialog } from '../settings/settings-dialog.tsx';
import { hourInWords, browserTimeZone, zoneInWords } from './notifications-tab.tsx';

// The test's browser has no push service, and its absence would be said instead of that of the installation.
vi.mock('@atrium/shared-kernel/push/browser-push', () => ({
  browserPush: () => ({ supported: true, permission: () => 'default' }),
}));

afterEach(() => vi.useRealTimers());

const open = async (user: Partial<User> = {}) => {
  const host = createFakeHost({ user: testUser({ pushNotifications: false, ...user }) });
  host.service.answer(calls.profile.updateUser, () => ({}));
  renderRemote(contract, <SettingsDialog />, { host, input: { tab: 'Notifications' } });
  await screen.findByRole('switch', { name: /^Email/ });
  const saved = () =>
    host.service.requests.filter(({ call }) => call === 'profile.updateUser').map(({ input }) => input);
  return { host, saved, press: userEvent.setup() };
};

describe('the notifications tab', () => {
  test('saves email notifications one second after they were switched', async () => {
    const { host, saved, press } = await open();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    await press.click(screen.getByRole('switch', { name: /^Email/ }));
    expect(saved()).toEqual([]);
    act(() => void vi.advanceTimersByTime(1000));
    await act(async () => vi.waitFor(() => expect(host.session.user$.value?.emailNotifications).toBe(false)));
    expect(saved()).toEqual([{ emailNotifications: false }]);
  });

  test('says if push is not set up, and requests no key', async () => {
    const { host } = await open();
    expect(await screen.findByText('Notifications are not set up on this installation.')).toBeTruthy();
    expect(screen.getByRole('switch', { name: /^Push/ })).toHaveProperty('disabled', true);
    expect(host.service.requests.filter(({ call }) => call.startsWith('push.'))).toEqual([]);
  });

  test('saves the hour of the reminder with its time zone', async () => {
    const { host, saved, press } = await open();
    await press.selectOptions(screen.getByRole('combobox', { name: 'Reminder' }), '9 AM');
    await waitFor(() => expect(saved()).toEqual([{ reminderHour: 9, timeZone: browserTimeZone() }]));
    expect(host.session.user$.value?.reminderHour).toBe(9);
    await press.selectOptions(screen.getByRole('combobox', { name: 'Reminder' }), 'No reminder');
    await waitFor(() => expect(saved()).toHaveLength(2));
    expect(saved()[1]).toEqual({ reminderHour: null, timeZone: browserTimeZone() });
    expect(host.session.user$.value?.reminderHour).toBeUndefined();
  });

  test('reverts an hour that the service refused', async () => {
    const { host, press } = await open({ reminderHour: 7, timeZone: browserTimeZone() });
    host.service.answer(calls.profile.updateUser, () => {
      throw new Failure(500, {});
    });
    await press.selectOptions(screen.getByRole('combobox', { name: 'Reminder' }), 'No reminder');
    await waitFor(() => expect(host.alertsShown).toHaveLength(1));
    expect(screen.getByRole('combobox', { name: 'Reminder' })).toHaveProperty('value', '7');
  });

  test('updates the service if the browser is in another time zone', async () => {
    const { saved, host } = await open({ reminderHour: 7, timeZone: 'Pacific/Apia' });
    await waitFor(() => expect(saved()).toEqual([{ timeZone: browserTimeZone() }]));
    await waitFor(() => expect(host.session.user$.value?.timeZone).toBe(browserTimeZone()));
    expect(host.alertsShown).toEqual([]);
  });

  test('saves nothing if the service stores another name of the same time zone', async () => {
    const { saved } = await open({ reminderHour: 7, timeZone: browserTimeZone().toLowerCase() });
    expect(saved()).toEqual([]);
  });

  test('warns if a reminder has no channel to reach the user', async () => {
    await open({ reminderHour: 7, timeZone: browserTimeZone(), emailNotifications: false });
    expect(await screen.findByText(/^Turn on email or push/)).toBeTruthy();
  });

  test('says that an address has to be confirmed before it gets reminders', async () => {
    await open({ reminderHour: 7, timeZone: browserTimeZone(), emailVerified: false });
    expect(await screen.findByText(/^Confirm your email address or turn on push/)).toBeTruthy();
    expect(screen.getByText(/^Confirm your email address under Account/)).toBeTruthy();
  });

  test('asks nobody to confirm an address that is confirmed', async () => {
    await open({ reminderHour: 7, timeZone: browserTimeZone(), emailVerified: true });
    expect(await screen.findByText(/^Reminders by email/)).toBeTruthy();
    expect(screen.queryByText(/^Confirm/)).toBeNull();
  });
});

test('an hour and a time zone have readable labels', () => {
  expect([hourInWords(0), hourInWords(9), hourInWords(23)].map((text) => text.replace('\u202F', ' '))).toEqual([
    '12 AM',
    '9 AM',
    '11 PM',
  ]);
  expect(zoneInWords('America/Argentina/Buenos_Aires')).toBe('America, Argentina, Buenos Aires');
});
