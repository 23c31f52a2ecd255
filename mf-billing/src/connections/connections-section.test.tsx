import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { FakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { refuse, refuseWith, renderAccount } from '../testing/account.tsx';

const { listConnections, listProviders, removeConnection, startConnection } = calls.auth;
const google = { provider: 'google' as const, createdDate: '2026-11-20T10:00:00.000Z' };
const connected =
  (...connections: (typeof google)[]) =>
  ({ service }: FakeHost) => {
    service.answer(listProviders, () => ({ providers: ['google' as const, 'apple' as const] }));
    service.answer(listConnections, () => ({ password: true, passkeys: 0, connections }));
    service.answer(startConnection, ({ provider }) => ({ redirectUrl: `https://${provider}.test` }));
  };
const list = () => screen.findByRole('list', { name: 'Sign-in providers' });

describe('the sign-in providers of the account', () => {
  test('are the ones that are set up, with the connected ones marked', async () => {
    renderAccount(connected(google));
    const rows = within(await list()).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'GoogleConnected on Nov 20, 2026Disconnect',
      'AppleNot connectedConnect',
    ]);
  });

  test('have no section if none is set up or connected', async () => {
    renderAccount();
    await screen.findByText('No passkeys yet.');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Sign-in providers' })).toBeNull());
  });

  test('are connected on their own page', async () => {
    const { host, press } = renderAccount(connected(google));
    await press.click(await screen.findByRole('button', { name: 'Connect Apple' }));
    await waitFor(() => expect(host.left).toEqual(['https://apple.test']));
  });

  test('are disconnected after a confirmation', async () => {
    const { host, press, requests } = renderAccount(connected(google));
    await list();
    connected()(host);
    await press.click(await screen.findByRole('button', { name: 'Disconnect Google' }));
    expect(host.dialogsOpened).toMatchObject([{ props: { title: 'Disconnect Google', danger: true } }]);
    expect(await screen.findByRole('button', { name: 'Connect Google' })).toBeTruthy();
    expect(requests(removeConnection)).toEqual([{ provider: 'google' }]);
    expect(host.alertsShown).toEqual([{ message: 'Google is disconnected.', type: 'info', time: 3000 }]);
  });

  test('remain connected if one is the last sign-in method, with the reason', async () => {
    const { host, press } = renderAccount((host) => {
      connected(google)(host);
      host.service.answer(removeConnection, refuseWith('last-way-in'));
    });
    await press.click(await screen.findByRole('button', { name: 'Disconnect Google' }));
    const message = 'This is your only way to log in. Set a password or add another way first.';
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
    expect(screen.getByRole('button', { name: 'Disconnect Google' })).toBeTruthy();
  });

  test('require the password if the last login was long ago, and then continue', async () => {
    const { host, press, requests } = renderAccount((host) => {
      connected(google)(host);
      host.dialogResult = true;
      let tries = 0;
      host.service.answer(removeConnection, () => {
        tries += 1;
        if (tries === 1) throw failureOf('sign-in-again', { password: true });
        return {};
      });
    });
    await press.click(await screen.findByRole('button', { name: 'Disconnect Google' }));
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Google is disconnected.' }]));
    expect(host.dialogsOpened.at(-1)).toEqual({ dialog: 'billing.confirmSignIn', props: {} });
    expect(requests(removeConnection)).toHaveLength(2);
  });

  test('can be retried if they fail to load', async () => {
    const { host, press } = renderAccount(({ service }) => service.answer(listConnections, refuse(500, 'Down.')));
    const failure = await screen.findByText('Couldn’t load your sign-in providers.');
    connected(google)(host);
    await press.click(within(failure.closest<HTMLElement>('[role="alert"]')!).getByRole('button', { name: 'Retry' }));
    expect(await list()).toBeTruthy();
  });
});
