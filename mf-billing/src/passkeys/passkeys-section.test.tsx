import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { FakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { minutesAgo, refuse, refuseWith, renderAccount } from '../testing/account.tsx';

vi.mock('@simplewebauthn/browser', () => ({ browserSupportsWebAuthn: vi.fn(), startRegistration: vi.fn() }));

const { finishPasskeyRegistration, listPasskeys, removePasskey, renamePasskey, startPasskeyRegistration } =
  calls.passkeys;
const credential = {
  id: 'AQID',
  rawId: 'AQID',
  type: 'public-key' as const,
  authenticatorAttachment: 'platform' as const,
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30', attestationObject: 'o2Nm' },
};
const key = { id: 'AQID', name: 'Windows Hello', createdDate: '2026-03-09T10:00:00.000Z', lastUse: minutesAgo(61) };
const fresh = { id: 'BAUG', name: 'YubiKey', createdDate: '2026-11-20T10:00:00.000Z' };

beforeEach(() => {
  vi.mocked(browserSupportsWebAuthn).mockReturnValue(true);
  vi.mocked(startRegistration).mockResolvedValue(credential);
});

const stored =
  (...passkeys: (typeof key | typeof fresh)[]) =>
  ({ service }: FakeHost) => {
    service.answer(listPasskeys, () => ({ passkeys }));
    service.answer(startPasskeyRegistration, () => ({ options: { challenge: 'abc' } }));
  };
const rows = async () => within(await screen.findByRole('list', { name: 'Passkeys' })).getAllByRole('listitem');
const add = () => screen.getByRole('button', { name: 'Add a passkey' });
const named = (name: string) => Object.assign(new Error(name), { name });

describe('the passkeys of the account', () => {
  test('are listed with name, date and last use', async () => {
    renderAccount(stored(fresh, key));
    const texts = (await rows()).map(({ textContent }) => textContent);
    expect(texts).toEqual([
      'YubiKeyAdded Nov 20, 2026\u00A0· Never used',
      'Windows HelloAdded Mar 9, 2026\u00A0· Last used 1 hour ago',
    ]);
  });

  test('can be empty', async () => {
    renderAccount(stored());
    expect(await screen.findByText('No passkeys yet.')).toBeTruthy();
  });

  test('reserve space while they load, and can be retried if that fails', async () => {
    const { host, press } = renderAccount(({ service }) => service.answer(listPasskeys, refuse(500, 'Down.')));
    expect(screen.getByRole('status', { name: 'Loading your passkeys' })).toBeTruthy();
    const failure = await screen.findByRole('alert');
    expect(failure.textContent).toContain('Couldn’t load your passkeys.Down.');
    stored(key)(host);
    await press.click(within(failure).getByRole('button', { name: 'Retry' }));
    expect(await rows()).toHaveLength(1);
  });

  test('are created by the browser from the options of the service', async () => {
    const { host, press, requests } = renderAccount(stored());
    await screen.findByText('No passkeys yet.');
    stored(key)(host);
    await press.click(add());
    expect(await rows()).toHaveLength(1);
    expect(startRegistration).toHaveBeenCalledWith({ optionsJSON: { challenge: 'abc' } });
    expect(requests(finishPasskeyRegistration)).toEqual([{ credential }]);
    await waitFor(() => expect(host.alertsShown).toEqual([{ message: 'Passkey added.', type: 'info', time: 3000 }]));
  });

  test.each(['NotAllowedError', 'AbortError'])('show no error if the user cancels (%s)', async (name) => {
    vi.mocked(startRegistration).mockRejectedValue(named(name));
    const { host, press, requests } = renderAccount(stored());
    await press.click(add());
    await waitFor(() => expect(add().getAttribute('aria-busy')).toBeNull());
    expect(startRegistration).toHaveBeenCalled();
    expect(host.alertsShown).toEqual([]);
    expect(requests(finishPasskeyRegistration)).toEqual([]);
  });

  test.each([
    ['InvalidStateError', 'This device already has a passkey for your account.'],
    ['UnknownError', 'Failed to add the passkey, please try again.'],
  ])('say what %s means', async (name, message) => {
    vi.mocked(startRegistration).mockRejectedValue(named(name));
    const { host, press } = renderAccount(stored());
    await press.click(add());
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
  });

  test('cannot be added, with a message, in a browser without WebAuthn', async () => {
    vi.mocked(browserSupportsWebAuthn).mockReturnValue(false);
    renderAccount(stored(key));
    expect(await screen.findByText(/^This browser doesn’t support passkeys/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
    expect(await rows()).toHaveLength(1);
  });

  test('are removed after a confirmation that names them', async () => {
    const { host, press, requests } = renderAccount(stored(key));
    await press.click(await screen.findByRole('button', { name: 'Remove passkey Windows Hello' }));
    expect(host.dialogsOpened).toMatchObject([
      { props: { title: 'Remove passkey', message: expect.stringContaining('“Windows Hello”') as string } },
    ]);
    expect(requests(removePasskey)).toEqual([{ passkeyId: 'AQID' }]);
  });

  test('remain if the service refuses, with the reason', async () => {
    const { host, press } = renderAccount((host) => {
      stored(key)(host);
      host.service.answer(removePasskey, refuse(500, {}));
    });
    await press.click(await screen.findByRole('button', { name: 'Remove passkey Windows Hello' }));
    const message = 'Failed to remove the passkey, please try again.';
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
    expect(await rows()).toHaveLength(1);
  });

  test('can be renamed when they are added, and later', async () => {
    const { host, press, requests } = renderAccount(stored());
    await screen.findByText('No passkeys yet.');
    stored(key)(host);
    await press.click(add());
    const field = await screen.findByLabelText('Passkey name');
    expect(field).toHaveProperty('value', 'Windows Hello');
    await press.clear(field);
    await press.type(field, 'Work laptop{Enter}');
    await waitFor(() => expect(requests(renamePasskey)).toEqual([{ passkeyId: 'AQID', name: 'Work laptop' }]));
    await waitFor(() => expect(screen.queryByLabelText('Passkey name')).toBeNull());
    await press.click(screen.getByRole('button', { name: 'Rename passkey Windows Hello' }));
    await press.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(requests(renamePasskey)).toHaveLength(1);
  });

  test('keep an open rename when adding another is canceled, or adds one', async () => {
    const { host, press } = renderAccount(stored(key));
    await press.click(await screen.findByRole('button', { name: 'Rename passkey Windows Hello' }));
    await press.clear(screen.getByLabelText('Passkey name'));
    await press.type(screen.getByLabelText('Passkey name'), 'Laptop');
    vi.mocked(startRegistration).mockRejectedValueOnce(named('NotAllowedError'));
    await press.click(add());
    await waitFor(() => expect(add().getAttribute('aria-busy')).toBeNull());
    expect(screen.getByLabelText('Passkey name')).toHaveProperty('value', 'Laptop');
    vi.mocked(startRegistration).mockResolvedValueOnce({ ...credential, id: fresh.id });
    stored(key, fresh)(host);
    await press.click(add());
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Passkey added.' }]));
    expect(screen.getByLabelText('Passkey name')).toHaveProperty('value', 'Laptop');
  });

  test('keep the rename of one open when that of another is saved', async () => {
    const { host, press, requests } = renderAccount(stored(key, fresh));
    const answer = Promise.withResolvers<Record<string, never>>();
    host.service.answer(renamePasskey, () => answer.promise);
    await press.click(await screen.findByRole('button', { name: 'Rename passkey Windows Hello' }));
    await press.type(screen.getByLabelText('Passkey name'), ' 2{Enter}');
    await press.click(screen.getByRole('button', { name: 'Rename passkey YubiKey' }));
    await press.clear(screen.getByLabelText('Passkey name'));
    await press.type(screen.getByLabelText('Passkey name'), 'Key ring');
    stored({ ...key, name: 'Laptop' }, fresh)(host);
    await act(async () => answer.resolve({}));
    expect(await screen.findByRole('button', { name: 'Rename passkey Laptop' })).toBeTruthy();
    expect(requests(renamePasskey)).toHaveLength(1);
    expect(screen.getByLabelText('Passkey name')).toHaveProperty('value', 'Key ring');
    expect(document.activeElement).toBe(screen.getByLabelText('Passkey name'));
  });

  test('cannot have an invisible name', async () => {
    const { press, requests } = renderAccount(stored(key));
    await press.click(await screen.findByRole('button', { name: 'Rename passkey Windows Hello' }));
    const field = screen.getByLabelText('Passkey name');
    await press.clear(field);
    await press.type(field, '   {Enter}');
    expect(await screen.findByText('This is a required field')).toBeTruthy();
    await press.clear(field);
    await press.type(field, 'a\u202eb{Enter}');
    expect(await screen.findByText('Please leave out hidden characters.')).toBeTruthy();
    expect(requests(renamePasskey)).toEqual([]);
  });

  const once = (host: FakeHost, call: typeof startPasskeyRegistration | typeof removePasskey) => {
    stored(key)(host);
    host.service.answer(call, () => {
      stored(key)(host);
      host.service.answer(removePasskey, () => ({}));
      throw failureOf('sign-in-again', { password: true });
    });
  };
  test.each([
    { call: startPasskeyRegistration, button: 'Add a passkey' },
    { call: removePasskey, button: 'Remove passkey Windows Hello' },
  ])('require the password if the last login was long ago, and then continue ($button)', async ({ call, button }) => {
    const { host, press, requests } = renderAccount((host) => once(host, call));
    host.dialogResult = true;
    await rows();
    await press.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(requests(call)).toHaveLength(2));
    expect(host.dialogsOpened.at(-1)).toEqual({ dialog: 'billing.confirmSignIn', props: {} });
    expect(host.alertsShown.filter(({ type }) => type === 'error')).toEqual([]);
  });

  test.each([
    { call: startPasskeyRegistration, button: 'Add a passkey' },
    { call: removePasskey, button: 'Remove passkey Windows Hello' },
  ])('stay as they are without the password, and show no error ($button)', async ({ call, button }) => {
    const { host, press, requests } = renderAccount((host) => once(host, call));
    await rows();
    await press.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(host.dialogsOpened.at(-1)).toEqual({ dialog: 'billing.confirmSignIn', props: {} }));
    await waitFor(() => expect(add().getAttribute('aria-busy')).toBeNull());
    expect(requests(call)).toHaveLength(1);
    expect(host.alertsShown).toEqual([]);
  });

  test('cannot be removed if one is the last sign-in method, with the reason', async () => {
    const { host, press } = renderAccount((host) => {
      stored(key)(host);
      host.service.answer(removePasskey, refuseWith('last-way-in'));
    });
    await press.click(await screen.findByRole('button', { name: 'Remove passkey Windows Hello' }));
    const message = 'This is your only way to log in. Set a password or add another way first.';
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
  });
});
