import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { createFakeHost, type FakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import userEvent from '@testing-library/user-event';
import contract from '../../contract.ts';
import { SettingsDialog } from '../settings/settings-dialog.tsx';

/** An instant this many minutes ago. */
export const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000 - 5000).toISOString();

export const laptop = {
  _id: 'b'.repeat(24),
  device: 'Chrome on Windows',
  place: 'Cape Town, South Africa',
  lastUse: minutesAgo(0),
  createdDate: minutesAgo(600),
  current: true,
};
export const phone = {
  _id: 'c'.repeat(24),
  device: 'Safari on iPhone',
  lastUse: minutesAgo(125),
  createdDate: minutesAgo(9000),
  current: false,
};

export const refuseWith =
  (...failure: Parameters<typeof failureOf>) =>
  () => {
    throw failureOf(...failure);
  };
export const refuse = (status: number, body: Record<string, unknown> | string) => () => {
  throw new Failure(status, body);
};

/** The settings dialog at its account tab, with a service that answers. `prepare` changes its answers first. */
export const renderAccount = (
  prepare: (host: FakeHost) => void = () => undefined,
  { user }: { user?: Partial<User> } = {},
) => {
  const host = createFakeHost({ user: testUser(user), path: '/?chat=1' });
  const { service } = host;
  service.answer(calls.session.listSessions, () => ({ sessions: [laptop, phone] }));
  service.answer(calls.passkeys.listPasskeys, () => ({ passkeys: [] }));
  service.answer(calls.auth.listConnections, () => ({ password: false, passkeys: 0, connections: [] }));
  service.answer(calls.auth.listProviders, () => ({ providers: [] }));
  for (const call of [
    calls.auth.logout,
    calls.auth.changeEmail,
    calls.auth.resendConfirmation,
    calls.auth.forgotPassword,
    calls.session.endSession,
    calls.session.endAllSessions,
    calls.auth.changePassword,
    calls.auth.removeConnection,
    calls.passkeys.renamePasskey,
    calls.passkeys.removePasskey,
    calls.passkeys.finishPasskeyRegistration,
    calls.profile.deleteUser,
    calls.profile.updateUser,
  ] as const)
    service.answer(call, () => ({}));
  prepare(host);
  const rendered = renderRemote(contract, <SettingsDialog />, { host, input: { tab: 'Account' } });
  const requests = (call: { name: string }) =>
    service.requests.filter((request) => request.call === call.name).map(({ input }) => input);
  return { ...rendered, host, requests, press: userEvent.setup() };
};
