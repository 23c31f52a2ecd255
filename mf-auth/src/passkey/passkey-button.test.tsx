import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { PasskeyButton } from './passkey-button.tsx';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
/** The result that an authenticator returns to the page. */
const assertion = {
  id: 'a2V5',
  rawId: bytes('key'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: {
    authenticatorData: bytes('data'),
    clientDataJSON: bytes('{}'),
    signature: bytes('signed'),
    userHandle: bytes('user'),
  },
};
const get = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>();

beforeEach(() => {
  get.mockResolvedValue(assertion);
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
  get.mockReset();
});

const setUp = () => {
  const host = createFakeHost({ user: null, path: '/auth/login' });
  host.service.answer(calls.passkeys.startPasskeyLogin, () => ({
    options: { challenge: 'Y2hhbGxlbmdl', rpId: 'atrium.test' },
  }));
  host.service.answer(calls.passkeys.finishPasskeyLogin, () => ({}));
  return { ...renderRemote(contract, <PasskeyButton />, { host }), host, press: userEvent.setup() };
};
const button = () => screen.getByRole('button', { name: 'Log in with a passkey' });
const turnedDown = () => get.mockRejectedValue(new DOMException('Not now.', 'NotAllowedError'));

describe('the button for passkeys', () => {
  test('does not ask for the passkey again if only the user could not be loaded', async () => {
    const { host, press } = setUp();
    host.service.answer(calls.session.getUser, () => {
      throw new Failure(503, {});
    });
    await press.click(button());
    await waitFor(() =>
      expect(host.alertsShown).toMatchObject([
        { message: 'You’re logged in, but your account couldn’t be loaded. Please try again.' },
      ]),
    );
    host.service.answer(calls.session.getUser, () => testUser());
    await press.click(button());
    await waitFor(() => expect(host.navigation.location$.value.pathname).toBe('/'));
    expect(get).toHaveBeenCalledTimes(1);
  });

  test('logs in without an address, emits the event and opens the main screen', async () => {
    const { host, press } = setUp();
    await press.click(button());
    await waitFor(() => expect(host.navigation.location$.value.pathname).toBe('/'));
    const options = get.mock.calls[0]![0].publicKey!;
    expect(new TextDecoder().decode(options.challenge)).toBe('challenge');
    expect(host.service.requests.map(({ call }) => call)).toEqual([
      'passkeys.startPasskeyLogin',
      'passkeys.finishPasskeyLogin',
      'session.getUser',
    ]);
    expect(host.service.requests[1]!.input).toMatchObject({
      credential: { id: 'a2V5', rawId: 'a2V5', type: 'public-key', response: { userHandle: 'dXNlcg' } },
    });
    expect(host.eventsSeen).toEqual([{ event: 'auth.signedIn', payload: { new: false } }]);
    expect(host.alertsShown).toEqual([]);
  });

  test('continues to the page that the user requested', async () => {
    const { host, press } = setUp();
    host.storage.cookies.set('intent', 'subscribe');
    await press.click(button());
    await waitFor(() => expect(host.navigation.location$.value.pathname).toBe('/subscribe'));
  });

  test('is not there where the browser knows no passkeys', () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    expect(setUp().container.textContent).toBe('');
  });

  test('shows nothing to a user who cancels the prompt, and can be pressed again', async () => {
    const { host, press } = setUp();
    turnedDown();
    await press.click(button());
    await waitFor(() => expect(get).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBeNull());
    expect(host.alertsShown).toEqual([]);
    expect(host.navigation.location$.value.pathname).toBe('/auth/login');
    get.mockResolvedValue(assertion);
    await press.click(button());
    await waitFor(() => expect(host.navigation.location$.value.pathname).toBe('/'));
  });

  test('is busy while the browser prompts the user, and prompts once', async () => {
    const answer = Promise.withResolvers<unknown>();
    get.mockReturnValue(answer.promise);
    const { press } = setUp();
    await press.click(button());
    const busy = await screen.findByRole('button', { name: 'Waiting for your passkey' });
    await press.click(busy);
    await waitFor(() => expect(get).toHaveBeenCalledTimes(1));
    answer.resolve(assertion);
  });

  test('cancels its prompt when the user leaves the page', async () => {
    const answer = Promise.withResolvers<unknown>();
    get.mockReturnValue(answer.promise);
    const { press, ...page } = setUp();
    await press.click(button());
    await waitFor(() => expect(get).toHaveBeenCalledTimes(1));
    page.end();
    expect(get.mock.calls[0]![0].signal?.aborted).toBe(true);
    answer.reject(new DOMException('Aborted', 'AbortError'));
  });

  const broken = 'Your passkey didn’t work. Please try again, or log in with your email and password.';
  test.each([
    [
      'the message of the service',
      () => {
        throw new Failure(400, 'This passkey is not known here.');
      },
      'This passkey is not known here.',
    ],
    [
      'its own message where the service has none',
      () => {
        throw new Failure(500, {});
      },
      broken,
    ],
    [
      'that the service is out of reach',
      () => {
        throw new Unreachable();
      },
      'Error posting to api.',
    ],
  ])('shows %s', async (_name, answer, message) => {
    const { host, press } = setUp();
    host.service.answer(calls.passkeys.finishPasskeyLogin, answer);
    await press.click(button());
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
    expect(button()).toBeTruthy();
    expect(host.navigation.location$.value.pathname).toBe('/auth/login');
  });

  test('shows that the authenticator failed', async () => {
    const { host, press } = setUp();
    get.mockRejectedValue(new DOMException('Broken', 'UnknownError'));
    await press.click(button());
    await waitFor(() => expect(host.alertsShown).toEqual([{ message: broken, type: 'error', time: 5000 }]));
  });
});
