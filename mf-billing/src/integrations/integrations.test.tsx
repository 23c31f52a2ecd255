import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { ConsentReturn } from './consent-return.tsx';
import IntegrationsTab from './integrations-tab.tsx';
import { readable } from './providers.ts';

const scopes = ['https://www.googleapis.com/auth/calendar.readonly', 'https://www.googleapis.com/auth/drive.readonly'];
const google = (connected: boolean) => ({
  provider: 'google' as const,
  available: true,
  ...(connected ? { connected: { account: 'ada@work.test', scopes, createdDate: '2026-11-21T10:00:00.000Z' } } : {}),
});

const open = async (connected: boolean) => {
  const host = createFakeHost({ user: testUser({ booktAdmin: true, ...(connected ? { googleScopes: scopes } : {}) }) });
  let now = connected;
  host.service.answer(calls.integrations.listIntegrations, () => ({
    integrations: [google(now), { provider: 'microsoft' as const, available: false }],
  }));
  host.service.answer(calls.integrations.startConsent, ({ provider }) => ({
    redirectUrl: `https://${provider}.test/`,
  }));
  host.service.answer(calls.integrations.disconnectGoogle, () => {
    now = false;
    return {};
  });
  renderRemote(contract, <IntegrationsTab />, { host });
  await screen.findByRole('list', { name: 'Workspace services' });
  return { host, press: userEvent.setup() };
};

describe('the integrations tab', () => {
  test('opens the consent page of a service', async () => {
    const { host, press } = await open(false);
    await press.click(screen.getByRole('button', { name: 'Connect Google' }));
    await waitFor(() => expect(host.left).toEqual(['https://google.test/']));
  });

  test('says if a service is not set up, and offers nothing', async () => {
    await open(false);
    expect(screen.queryByRole('button', { name: /Microsoft/ })).toBeNull();
    expect(screen.getByText('Not set up on this installation.')).toBeTruthy();
  });

  test('shows the connected account and what may be read', async () => {
    await open(true);
    expect(screen.getByText(/ada@work\.test.*Reads calendar and files.*Since Nov 21, 2026/)).toBeTruthy();
  });

  test('disconnects after a confirmation', async () => {
    const { host, press } = await open(true);
    await press.click(screen.getByRole('button', { name: 'Disconnect Google' }));
    expect(await screen.findByRole('button', { name: 'Connect Google' })).toBeTruthy();
    expect(host.alertsShown.map(({ message }) => message)).toEqual(['Disconnected from Google services.']);
    expect(host.session.user$.value?.googleScopes).toBeUndefined();
  });

  test('shows what failed, and stays connected', async () => {
    const { host, press } = await open(true);
    host.service.answer(calls.integrations.disconnectGoogle, () => {
      throw new Failure(500, {});
    });
    await press.click(screen.getByRole('button', { name: 'Disconnect Google' }));
    await waitFor(() => expect(host.alertsShown).toHaveLength(1));
    expect(host.alertsShown[0]?.message).toBe('Failed to disconnect from Google services, please try again.');
    expect(screen.getByRole('button', { name: 'Disconnect Google' })).toBeTruthy();
  });
});

describe('the return from a consent page', () => {
  test.each([
    ['microsoft', 'connected', 'Microsoft Services successfully connected', 'info'],
    ['google', 'connected', 'Google Services successfully connected', 'info'],
    ['google', 'refused', 'Google Services weren’t connected because you didn’t allow access.', 'warn'],
    ['google', 'failed', 'Failed to connect Google services, please try again.', 'error'],
  ])('of %s, %s, says so and opens the settings', async (provider, outcome, message, type) => {
    const host = createFakeHost({ path: `/integrations?provider=${provider}&outcome=${outcome}` });
    renderRemote(contract, <ConsentReturn />, { host });
    await waitFor(() =>
      expect(host.dialogsOpened).toEqual([{ dialog: 'billing.settings', props: { tab: 'Integrations' } }]),
    );
    expect(host.alertsShown).toEqual([{ message, type, time: 5000 }]);
    expect(host.navigation.location$.value).toMatchObject({ pathname: '/', search: '' });
  });
});

test('scopes are described by the data that they give access to', () => {
  expect(readable(['Calendars.Read', 'Mail.Read', 'Files.Read'])).toBe('calendar, mail, and files');
  expect(readable(['https://www.googleapis.com/auth/gmail.readonly'])).toBe('mail');
});
