import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { JoinBar } from './join-bar.tsx';

const show = (subscriptionEndDate: string | undefined) => {
  const host = createFakeHost({ user: testUser({ subscriptionEndDate }) });
  renderRemote(contract, <JoinBar visitor={false} />, { host });
};
const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');

test('users who never had a plan may pay monthly or yearly', async () => {
  show(undefined);
  expect(await hrefOf('Pay yearly and save 20%')).toBe('/subscribe?interval=year');
  expect(await hrefOf('Join Today')).toBe('/subscribe');
  expect(screen.queryByText(/ended/)).toBeNull();
});

test('users who had a plan see when it ended, and can renew it there', async () => {
  show('2026-11-20T10:00:00.000Z');
  expect(await screen.findByText(/^Your plan ended on Nov 20, 2026\. Your chats are still here\./)).toBeTruthy();
  expect(await hrefOf('Renew monthly')).toBe('/subscribe');
  expect(await hrefOf('renew yearly and save 20%')).toBe('/subscribe?interval=year');
});

test('a visitor has no plan to pay by the year yet', () => {
  renderRemote(contract, <JoinBar visitor />, { host: createFakeHost({ user: null }) });
  expect(screen.queryByText(/yearly/)).toBeNull();
});
