import * as calls from '@atrium/shared-kernel/contracts/calls';
import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { refuse, laptop, phone, renderAccount } from '../testing/account.tsx';

const { endAllSessions, endSession, listSessions } = calls.session;
const rows = async () => within(await screen.findByRole('list', { name: 'Sessions' })).getAllByRole('listitem');
const signOut = () => screen.findByRole('button', { name: 'Sign out Safari on iPhone, last used 2 hours ago' });

describe('the sessions of the account', () => {
  test('are listed with device, location and last use; the current one is marked and has no button', async () => {
    renderAccount();
    const [here, there] = await rows();
    expect(here?.textContent).toBe('Chrome on WindowsThis deviceCape Town, South Africa\u00A0· Active now');
    expect(here && within(here).queryByRole('button')).toBeNull();
    expect(there?.textContent).toBe('Safari on iPhoneLast used 2 hours agoSign out');
  });

  test('are five at first, the current one on top, and all of them on demand', async () => {
    const others = Array.from({ length: 7 }, (_, at) => ({ ...phone, _id: `${at}`.repeat(24) }));
    const { press } = renderAccount(({ service }) =>
      service.answer(listSessions, () => ({ sessions: [...others, laptop] })),
    );
    expect((await rows())[0]?.textContent).toContain('This device');
    expect(await rows()).toHaveLength(5);
    await press.click(screen.getByRole('button', { name: 'Show 3 more' }));
    expect(await rows()).toHaveLength(8);
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Sessions' }));
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
  });

  test('reserve space while they load', async () => {
    const answer = Promise.withResolvers<{ sessions: (typeof laptop)[] }>();
    renderAccount(({ service }) => service.answer(listSessions, () => answer.promise));
    expect(screen.getByRole('status', { name: 'Loading your sessions' })).toBeTruthy();
    answer.resolve({ sessions: [laptop] });
    expect(await rows()).toHaveLength(1);
    expect(screen.queryByRole('status', { name: 'Loading your sessions' })).toBeNull();
  });

  test('can be retried if they fail to load', async () => {
    const { host, press } = renderAccount(({ service }) => service.answer(listSessions, refuse(500, 'Down.')));
    const failure = await screen.findByRole('alert');
    expect(failure.textContent).toContain('Couldn’t load your sessions.Down.');
    host.service.answer(listSessions, () => ({ sessions: [laptop] }));
    await press.click(within(failure).getByRole('button', { name: 'Retry' }));
    expect(await rows()).toHaveLength(1);
  });

  test('end one by one: the row disappears and the focus stays in the list', async () => {
    const { press, requests } = renderAccount();
    await press.click(await signOut());
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(requests(endSession)).toEqual([{ sessionId: phone._id }]);
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Sessions' }));
  });

  test('remain if the service refuses to end one, with the reason', async () => {
    const { host, press } = renderAccount(({ service }) => service.answer(endSession, refuse(500, {})));
    await press.click(await signOut());
    const message = 'Failed to sign out the device, please try again.';
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
    expect(await rows()).toHaveLength(2);
  });

  test('end everywhere after a confirmation: the dialog closes and the visitor’s main screen opens', async () => {
    const { closed, host, press, requests } = renderAccount();
    await press.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => expect(closed).toEqual([undefined]));
    expect(host.dialogsOpened).toMatchObject([{ dialog: 'shell.confirm', props: { title: 'Sign out everywhere' } }]);
    expect(requests(endAllSessions)).toEqual([{}]);
    expect(host.session.user$.value).toBeUndefined();
    expect(host.navigation.location$.value).toMatchObject({ pathname: '/', search: '' });
  });

  test('end everywhere even if the network drops right after: a new page replaces the private one', async () => {
    const { host, press } = renderAccount(({ service }) =>
      service.answer(calls.session.getUser, () => {
        throw new Unreachable();
      }),
    );
    await press.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => expect(host.left).toEqual(['/']));
    expect(host.alertsShown).toEqual([]);
  });

  test('remain everywhere if the user does not confirm, or the service refuses', async () => {
    const { closed, host, press, requests } = renderAccount(({ service }) =>
      service.answer(endAllSessions, refuse(500, {})),
    );
    const button = screen.getByRole('button', { name: 'Sign out everywhere' });
    host.confirmAnswer = false;
    await press.click(button);
    expect(requests(endAllSessions)).toEqual([]);
    host.confirmAnswer = true;
    await press.click(button);
    const message = 'Failed to sign out everywhere, please try again.';
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
    expect(closed).toEqual([]);
    expect(host.session.user$.value?.email).toBe(testUser().email);
  });
});
