import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import type { Provider } from './providers.ts';
import { SocialButtons } from './social-buttons.tsx';

afterEach(() => vi.useRealTimers());

const all: Provider[] = ['google', 'apple', 'azure'];
const consent = 'https://accounts.test/authorize?state=s';

const setUp = ({ providers = all, host = createFakeHost({ user: null, path: '/auth/login' }) } = {}) => {
  host.service.answer(calls.auth.listProviders, () => ({ providers }));
  host.service.answer(calls.auth.startSocialLogin, () => ({ redirectUrl: consent }));
  const rendered = renderRemote(contract, <SocialButtons divider="or" />, { host });
  return { ...rendered, host, press: userEvent.setup() };
};
const button = (name: string) => screen.findByRole('button', { name });
const names = () => screen.queryAllByRole('button').map((one) => one.textContent);

describe('the buttons of the identity providers', () => {
  test('are three buttons of the same style, each labeled with its provider', async () => {
    setUp();
    await button('Continue with Google');
    expect(names()).toEqual(['Continue with Google', 'Continue with Apple', 'Continue with Microsoft']);
    expect(new Set(screen.getAllByRole('button').map((one) => one.className)).size).toBe(1);
    expect(screen.getByText('or')).toBeTruthy();
  });

  test('are requested immediately, as the contract declares', async () => {
    const { host } = setUp();
    await button('Continue with Google');
    for (const page of ['./login', './sign-up'] as const)
      expect(contract.first[page]).toEqual([calls.auth.listProviders]);
    expect(host.service.requests[0]).toEqual({ call: calls.auth.listProviders.name, input: {} });
  });

  test('are only those that the service has', async () => {
    setUp({ providers: ['azure'] });
    await button('Continue with Microsoft');
    expect(names()).toEqual(['Continue with Microsoft']);
  });

  test('are gone with their divider where the service has none', async () => {
    const { container } = setUp({ providers: [] });
    await waitFor(() => expect(container.textContent).toBe(''));
  });

  test('reserve the space of those of the last visit until the service answers', async () => {
    const host = createFakeHost({ user: null });
    host.storage.local.set('auth.providers', 'google azure');
    setUp({ host });
    const list = screen.getByRole('list', { name: 'Log in with another account' });
    expect(list.getAttribute('aria-busy')).toBe('true');
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(screen.queryAllByRole('button')).toEqual([]);
    await button('Continue with Apple');
    expect(list.getAttribute('aria-busy')).toBe('false');
    expect(host.storage.local.get('auth.providers')).toBe('google apple azure');
  });

  test('offer another try where the service does not answer', async () => {
    const host = createFakeHost({ user: null });
    host.service.answer(calls.auth.listProviders, () => {
      throw new Failure(503, 'Down.');
    });
    const { press } = { press: userEvent.setup() };
    renderRemote(contract, <SocialButtons />, { host });
    const again = await button('Try again');
    host.service.answer(calls.auth.listProviders, () => ({ providers: all }));
    await press.click(again);
    expect(await button('Continue with Google')).toBeTruthy();
  });

  test('open the provider’s page, busy, and are enabled again for a user who returns', async () => {
    const { host, press } = setUp();
    const apple = await button('Continue with Apple');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    press.click(apple).catch(() => undefined);
    await vi.waitFor(() => expect(host.left).toEqual([consent]));
    expect(host.service.requests.at(-1)).toEqual({ call: 'auth.startSocialLogin', input: { provider: 'apple' } });
    expect(apple.getAttribute('aria-busy')).toBe('true');
    expect(apple.textContent).toBe('Opening Apple');
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toHaveProperty('disabled', true);
    await act(async () => {
      await vi.advanceTimersByTimeAsync(5000);
    });
    expect(apple.textContent).toBe('Continue with Apple');
  });

  test.each([
    ['Google', 429, { msg: 'Too many tries.', _msBeforeNext: 1000 }, 'Too many tries.'],
    ['Google', 500, {}, 'Error trying to login with Google, please try again.'],
    ['Microsoft', 500, {}, 'Failed to log you in. Please try again.'],
  ])('show why %s did not begin: %i %o', async (name, status, body, message) => {
    const { host, press } = setUp();
    host.service.answer(calls.auth.startSocialLogin, () => {
      throw new Failure(status, body);
    });
    await press.click(await button(`Continue with ${name}`));
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
    expect(host.left).toEqual([]);
    expect(screen.getByRole('button', { name: `Continue with ${name}` })).toHaveProperty('disabled', false);
  });

  test('say inside an app’s browser that Google is not allowed there, and refuse it alone', async () => {
    const userAgent = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 Instagram 380.0.0.28.104';
    setUp({ host: createFakeHost({ user: null, userAgent }) });
    const google = await button('Continue with Google');
    const notice = screen.getByText(/Logging in with Google is not allowed inside Instagram/);
    expect(google).toHaveProperty('disabled', true);
    expect(google.getAttribute('aria-describedby')).toBe(notice.id);
    expect(screen.getByRole('button', { name: 'Continue with Apple' })).toHaveProperty('disabled', false);
  });

  test('say nothing of the kind in a true browser, or where Google is not set up', async () => {
    setUp();
    await button('Continue with Google');
    expect(screen.queryByText(/not allowed/)).toBeNull();
  });
});
