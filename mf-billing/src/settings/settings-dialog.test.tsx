import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as dialogs from '#contracts/dialogs';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { createFakeHost, testFiller, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { SettingsDialog } from './settings-dialog.tsx';

afterEach(() => vi.useRealTimers());

const fakeClock = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
const second = () => act(() => void vi.advanceTimersByTime(1000));
/** Waits with the fake clock. */
const settled = (expectation: () => void) => act(async () => vi.waitFor(expectation));
const fillersOf = (labels: readonly string[] = []) =>
  labels.length > 0 ? { fillers: { 'billing.settingsTabs': labels.map((label) => testFiller(label)) } } : {};
interface CustomerAnswer {
  readonly customer?: { id: string; testAccount?: boolean } | undefined;
}
const setUp = ({
  answer = () => ({}),
  input = {},
  user = {},
  customer,
  getCustomer = () => ({ customer }),
  stored,
  others,
}: {
  others?: readonly string[];
  stored?: string | undefined;
  answer?: () => object;
  input?: object;
  user?: Partial<User>;
  customer?: { id: string; testAccount?: boolean };
  getCustomer?: () => CustomerAnswer | Promise<CustomerAnswer>;
} = {}) => {
  const host = createFakeHost({ path: '/?chat=1', user: testUser(user), ...fillersOf(others) });
  if (stored !== undefined) host.storage.session.set(`settings.${'a'.repeat(24)}`, stored);
  host.service.answer(calls.profile.updateUser, answer);
  host.service.answer(calls.billing.getCustomer, getCustomer);
  host.service.answer(calls.auth.logout, () => ({}));
  host.service.answer(calls.passkeys.listPasskeys, () => ({ passkeys: [] }));
  host.service.answer(calls.session.listSessions, () => ({ sessions: [] }));
  return { ...renderRemote(contract, <SettingsDialog />, { host, input }), host, press: userEvent.setup() };
};
const own = ['Personalization', 'Account', 'Notifications', 'Usage'];
const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent);
const refuse = (body: Record<string, unknown>) => () => {
  throw new Failure(400, body);
};
const saved = ({ service }: ReturnType<typeof createFakeHost>) =>
  service.requests.filter(({ call }) => call === 'profile.updateUser').map(({ input }) => input);
const success = { message: 'Successfully updated info.', type: 'info', time: 3000 };

describe('the settings dialog', () => {
  test('shows the tabs that have content and reports that it opened', () => {
    const { host } = setUp({ user: { subscriptionEndDate: undefined } });
    expect(tabs()).toEqual(own);
    expect(host.eventsSeen).toEqual([{ event: 'billing.settingsOpened', payload: {} }]);
  });

  test('shows the tabs of other remotes after its own, and renders one when it is selected', async () => {
    const { host, press } = setUp({ others: ['Notes', 'Reading list'] });
    await waitFor(() => expect(tabs()).toEqual([...own, 'Notes', 'Reading list']));
    expect(host.fillersShown).toEqual([]);
    await press.click(screen.getByRole('tab', { name: 'Reading list' }));
    expect(await screen.findByText('drawn by Reading list')).toBeTruthy();
    await press.click(screen.getByRole('tab', { name: 'Account' }));
    expect(screen.queryByText('drawn by Reading list')).toBeNull();
  });

  test('opens at the requested tab', () => {
    setUp({ input: { tab: 'Account' } });
    expect(screen.getByRole('tab', { name: 'Account' }).getAttribute('aria-selected')).toBe('true');
  });

  test('has a command for each of its tabs that opens the dialog at that tab', () => {
    const all: readonly string[] = dialogs.billing.settings.props().shape.tab.def.innerType.options;
    expect(contract.fills.map(({ props: { tab } }) => tab).toSorted()).toEqual(all.toSorted());
    for (const { label, props } of contract.fills) expect(label).toBe(`Settings: ${props.tab}`);
  });

  test('opens at the usage of a team for an admin who comes from that team', async () => {
    const { host } = setUp({ input: { tab: 'Usage', teamId: 'b'.repeat(24) } });
    await waitFor(() =>
      expect(host.service.requests).toContainEqual({ call: 'usage.getUsage', input: { teamId: 'b'.repeat(24) } }),
    );
  });

  test('has an integrations tab only for product admins', () => {
    const admin = setUp({ user: { booktAdmin: true, subscriptionEndDate: undefined } });
    expect(tabs()).toEqual(['Personalization', 'Account', 'Notifications', 'Integrations', 'Usage']);
    admin.end();
    setUp({ input: { tab: 'Integrations' } });
    expect(tabs()).not.toContain('Integrations');
    expect(screen.getByRole('tab', { name: 'Personalization' }).getAttribute('aria-selected')).toBe('true');
  });

  test('has a billing tab for payment customers, but not for a test account', async () => {
    const real = setUp({ input: { tab: 'Billing' }, customer: { id: 'cus_1' } });
    expect((await screen.findByRole('tab', { name: 'Billing' })).getAttribute('aria-selected')).toBe('true');
    real.end();
    const skipped = setUp({ customer: { id: 'cus_1', testAccount: true } });
    const requested = () => skipped.host.service.requests.some(({ call }) => call === 'billing.getCustomer');
    await waitFor(() => expect(requested()).toBe(true));
    await waitFor(() => expect(tabs()).not.toContain('Billing'));
    expect(skipped.host.alertsShown).toEqual([]);
    skipped.end();
    const { host } = setUp({ input: { tab: 'Billing' } });
    const message =
      'You have no plan of your own to manage here. Admins of a team find its billing in the team’s Plan and Invoices.';
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'info', time: 5000 }]));
    expect(screen.getByRole('tab', { name: 'Personalization' }).getAttribute('aria-selected')).toBe('true');
  });

  describe('while it is not known whether the user pays', () => {
    const withBilling = own.toSpliced(3, 0, 'Billing');

    test.each([
      ['that was asked for', { input: { tab: 'Billing' }, user: { subscriptionEndDate: undefined } }, 'Billing'],
      ['of somebody with a plan', {}, 'Personalization'],
    ])('the billing tab %s has its place, and nothing moves when it is known', async (_what, options, selected) => {
      const request = Promise.withResolvers<CustomerAnswer>();
      setUp({ ...options, getCustomer: () => request.promise });
      const tab = screen.getByRole('tab', { name: selected, selected: true });
      expect(tabs()).toEqual(withBilling);
      await act(async () => request.resolve({ customer: { id: 'cus_1' } }));
      expect(tabs()).toEqual(withBilling);
      expect(screen.getByRole('tab', { selected: true })).toBe(tab);
    });

    test.each([
      ['nobody without a plan', { subscriptionEndDate: undefined }],
      ['nobody whose plan may be their team’s', { activeTeam: 'b'.repeat(24) }],
    ])('%s has a billing tab', (_who, user) => {
      setUp({ user, getCustomer: () => new Promise(() => undefined) });
      expect(tabs()).toEqual(own);
    });
  });

  describe('where it cannot tell whether the user pays', () => {
    const down = () => {
      throw new Failure(500, { msg: 'Down.' });
    };
    const billing = () => screen.findByRole('tab', { name: 'Billing' });

    test.each([
      ['shows the billing tab to somebody with a plan', { user: { subscriptionEndDate: '2026-12-01T00:00:00.000Z' } }],
      ['shows the billing tab that was asked for', { input: { tab: 'Billing' } }],
    ])('%s, with Retry', async (_what, options) => {
      const { host, press } = setUp({ ...options, getCustomer: down });
      await press.click(await billing());
      expect(await screen.findByText('Couldn’t load your billing.')).toBeTruthy();
      expect(screen.getByText('Down.')).toBeTruthy();
      host.service.answer(calls.billing.getCustomer, () => ({ customer: { id: 'cus_1' } }));
      await press.click(screen.getByRole('button', { name: 'Retry' }));
      await waitFor(() => expect(screen.queryByText('Down.')).toBeNull());
      expect((await billing()).getAttribute('aria-selected')).toBe('true');
      expect(host.alertsShown).toEqual([]);
    });

    test('shows no billing tab to anybody else', async () => {
      const { host } = setUp({ getCustomer: down, user: { subscriptionEndDate: undefined } });
      await waitFor(() => expect(host.service.requests.some(({ call }) => call === 'billing.getCustomer')).toBe(true));
      await act(async () => undefined);
      expect(tabs()).toEqual(own);
    });
  });

  test('shows the defaults: light, medium, explorer, American English', () => {
    setUp();
    for (const name of ['Light', 'Medium', /^Explorer/])
      expect(screen.getByRole('radio', { name })).toHaveProperty('checked', true);
    expect(screen.getByRole('combobox', { name: 'Language' }).textContent).toContain('United States');
  });

  test('offers two themes, three font sizes, three personalities and two languages', () => {
    setUp();
    const values = (group: string) =>
      within(screen.getByRole('radiogroup', { name: group }))
        .getAllByRole('radio')
        .map((radio) => radio.getAttribute('value'));
    expect(values('Theme')).toEqual(['light', 'dark']);
    expect(values('Font size')).toEqual(['14px', '16px', '18px']);
    expect(values('AI personality')).toEqual(['explorer', 'serious', 'casual']);
    const languages = within(screen.getByRole('combobox', { name: 'Language' })).getAllByRole('option');
    expect(languages.map((option) => option.getAttribute('value'))).toEqual(['en-US', 'en-GB']);
    expect(
      screen
        .getAllByRole('radio')
        .slice(2, 5)
        .map((size) => size.closest('label')?.textContent),
    ).toEqual(['Small', 'Medium', 'Large']);
  });

  test.each([
    ['Dark', { theme: 'dark' }],
    ['Large', { fontSize: '18px' }],
    [/^Casual/, { aiPersonality: 'casual' }],
  ])('saves the choice %s at once', async (name, change) => {
    const { host, press } = setUp();
    await press.click(screen.getByRole('radio', { name }));
    await waitFor(() => expect(host.alertsShown).toEqual([success]));
    expect(saved(host)).toEqual([change]);
    expect(host.session.user$.value).toMatchObject(change);
    expect(screen.getByRole('radio', { name })).toHaveProperty('checked', true);
  });

  test('applies the theme immediately and reverts it if the service refuses', async () => {
    const { host, press } = setUp({ answer: refuse({ msg: 'Not now.' }) });
    await press.click(screen.getByRole('radio', { name: 'Dark' }));
    await waitFor(() => expect(host.alertsShown).toEqual([{ message: 'Not now.', type: 'error', time: 5000 }]));
    expect(host.appearance.theme$.value).toBe('light');
    expect(host.session.user$.value?.theme).toBeUndefined();
    expect(screen.getByRole('radio', { name: 'Light' })).toHaveProperty('checked', true);
  });

  test('keeps a newer choice if an older one is refused', async () => {
    const answers = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
    const waiting = [...answers];
    const { host, press } = setUp({ answer: () => waiting.shift()?.promise ?? {} });
    await press.click(screen.getByRole('radio', { name: /^Serious/ }));
    await press.click(screen.getByRole('radio', { name: /^Casual/ }));
    answers[0]?.reject(new Failure(500, { msg: 'Failed.' }));
    answers[1]?.resolve({});
    await waitFor(() => expect(host.alertsShown).toHaveLength(2));
    expect(host.session.user$.value?.aiPersonality).toBe('casual');
  });

  test('saves the display name one second after the last change', async () => {
    fakeClock();
    const { host, press } = setUp();
    await press.type(screen.getByLabelText('Display name'), 'Countess');
    expect(saved(host)).toEqual([]);
    second();
    await settled(() => expect(host.alertsShown).toEqual([success]));
    expect(saved(host)).toEqual([{ aiDisplayName: 'Countess' }]);
  });

  test('says when the display name has reached its maximum length', async () => {
    const { press } = setUp();
    await press.click(screen.getByLabelText('Display name'));
    await press.paste('x'.repeat(50));
    expect(screen.getByText('Maximum of 50 characters.')).toBeTruthy();
  });

  test('saves the last input even if the dialog closes within the second', async () => {
    const rendered = setUp({ input: { tab: 'Account' } });
    const { host, press } = rendered;
    await press.type(screen.getByLabelText('First name'), ' Augusta');
    act(() => rendered.end());
    await waitFor(() => expect(host.alertsShown).toEqual([success]));
    expect(saved(host)).toEqual([{ firstName: 'Ada Augusta' }]);
  });

  test('says which usernames are valid and does not save an invalid one', async () => {
    fakeClock();
    const { host, press } = setUp({ input: { tab: 'Account' } });
    await press.type(screen.getByLabelText('Username'), 'ada lovelace');
    expect(
      screen.getByText(
        'Must be 3 - 30 symbols long. Usernames can only consist of letters, numbers and underscores (_)',
      ),
    ).toBeTruthy();
    second();
    expect(saved(host)).toEqual([]);
    await press.clear(screen.getByLabelText('Username'));
    await press.type(screen.getByLabelText('Username'), 'ada_lovelace');
    second();
    await settled(() => expect(saved(host)).toEqual([{ username: 'ada_lovelace' }]));
  });

  test('stores typed input for its author if another user has signed in, and saves it when the author is back', async () => {
    fakeClock();
    const other = { msg: 'Someone else is signed in here now.', code: 'other-person' };
    const first = setUp({ input: { tab: 'Account' }, answer: refuse(other) });
    await first.press.type(screen.getByLabelText('Username'), 'ada_1815');
    second();
    await settled(() => expect(saved(first.host)).toEqual([{ username: 'ada_1815' }]));
    const stored = first.host.storage.session.get(`settings.${'a'.repeat(24)}`);
    first.end();

    const theirs = setUp({ input: { tab: 'Account' }, user: { _id: 'b'.repeat(24) } });
    theirs.host.storage.session.set(`settings.${'a'.repeat(24)}`, stored ?? '');
    expect(screen.getByLabelText('Username')).toHaveProperty('value', '');
    theirs.end();

    const { host } = setUp({ input: { tab: 'Account' }, stored });
    expect(screen.getByLabelText('Username')).toHaveProperty('value', 'ada_1815');
    second();
    await settled(() => expect(host.alertsShown).toEqual([success]));
    expect(saved(host)).toEqual([{ username: 'ada_1815' }]);
    expect(host.storage.session.get(`settings.${'a'.repeat(24)}`)).toBeUndefined();
  });

  test('leaves a refused username in the field, with the reason', async () => {
    fakeClock();
    const { host, press } = setUp({ input: { tab: 'Account' }, answer: refuse({ msg: 'This username is taken.' }) });
    await press.type(screen.getByLabelText('Username'), 'ada');
    second();
    await settled(() => expect(host.alertsShown[0]?.message).toBe('This username is taken.'));
    expect(screen.getByLabelText('Username')).toHaveProperty('value', 'ada');
    expect(host.session.user$.value?.username).toBeUndefined();
  });

  test('logs out, closes and opens the main screen', async () => {
    const { host, press, closed } = setUp({ input: { tab: 'Account' } });
    expect(screen.getByText(`You are logged in as ${testUser().email}.`)).toBeTruthy();
    await press.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(closed).toEqual([undefined]));
    expect(host.session.user$.value).toBeUndefined();
    expect(host.service.requests.map(({ call }) => call).slice(-2)).toEqual(['auth.logout', 'session.getUser']);
    expect(host.navigation.location$.value).toMatchObject({ pathname: '/', search: '' });
  });

  test('replaces the page after a log-out whose result cannot be fetched, without calling it a failure', async () => {
    const { host, press } = setUp({ input: { tab: 'Account' } });
    host.service.answer(calls.session.getUser, () => {
      throw new Unreachable();
    });
    await press.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(host.left).toEqual(['/']));
    expect(host.alertsShown).toEqual([]);
  });

  test('a log-out takes the notifications of this browser along, and one that fails or is called off does not', async () => {
    const { host, press, closed } = setUp({ input: { tab: 'Account' } });
    const token = () => host.storage.local.get(`push.${'a'.repeat(24)}.token`);
    host.storage.local.set(`push.${'a'.repeat(24)}.token`, 'token');
    host.service.answer(calls.push.fcmUnsubscribe, () => ({}));
    host.service.answer(calls.auth.logout, () => {
      throw new Unreachable();
    });
    await press.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(host.alertsShown).toHaveLength(1));
    expect(token()).toBe('token');
    host.service.answer(calls.auth.logout, () => ({}));
    await press.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(closed).toEqual([undefined]));
    expect(token()).toBeUndefined();
    // The service ends them together with the session.
    expect(host.service.requests.map(({ call }) => call)).not.toContain('push.fcmUnsubscribe');
  });

  test('a user who logs out offline is notified immediately, stays signed in and is not logged out later', async () => {
    const { host, press, closed } = setUp({ input: { tab: 'Account' } });
    host.service.answer(calls.auth.logout, () => {
      throw new Unreachable();
    });
    act(() => void window.dispatchEvent(new Event('offline')));
    await press.click(screen.getByRole('button', { name: 'Log out' }));
    const message = 'Error posting to api.';
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(host.service.requests.filter(({ call }) => call === 'auth.logout')).toHaveLength(1);
    expect(closed).toEqual([]);
  });

  test('closes if the session has ended elsewhere', async () => {
    const { host, closed } = setUp();
    act(() => host.session.user$.next(undefined));
    await waitFor(() => expect(closed).toEqual([undefined]));
  });
});
