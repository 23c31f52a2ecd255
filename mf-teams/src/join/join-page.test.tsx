import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { JoinPage } from './join-page.tsx';

const teamId = 'b'.repeat(24);
afterEach(() => vi.useRealTimers());

const setUp = (
  answer: () => { msg?: string } | Promise<{ msg?: string }>,
  host = createFakeHost({ path: `/join?id=${teamId}` }),
) => {
  host.service.answer(calls.teams.joinTeam, answer);
  host.service.answer(calls.session.getUser, () => testUser({ activeTeam: teamId }));
  return { ...renderRemote(contract, <JoinPage />, { host }), host };
};
const placeOf = ({ navigation }: ReturnType<typeof createFakeHost>) => {
  const { pathname, search } = navigation.location$.value;
  return pathname + search;
};
const refuse = (failure: Error) => () => {
  throw failure;
};

describe('the page that joins a team', () => {
  test('says so, knows the person anew and leads to the main screen', async () => {
    const { host } = setUp(() => ({}));
    expect(screen.getByRole('heading', { name: 'Joining the team' })).toBeTruthy();
    await waitFor(() => expect(placeOf(host)).toBe('/'));
    expect(host.alertsShown).toEqual([{ type: 'info', time: 5000, message: 'Successfully joined team.' }]);
    expect(host.eventsSeen).toEqual([{ event: 'teams.joined', payload: { teamId } }]);
    expect(host.session.user$.value?.activeTeam).toBe(teamId);
    expect(host.service.requests[0]).toEqual({ call: 'teams.joinTeam', input: { teamId } });
  });

  test('tells a member that they are one, and leads on', async () => {
    const { host } = setUp(() => ({ msg: 'You are already a member of this team.' }));
    await waitFor(() => expect(placeOf(host)).toBe('/'));
    expect(host.alertsShown).toMatchObject([{ type: 'info', message: 'You are already a member of this team.' }]);
  });

  test.each([
    [
      failureOf('no-free-seat'),
      'Your team doesn’t have a free seat yet',
      'This team has no free seat. Ask an admin of the team to add one.',
    ],
    [failureOf('team-plan-ended'), 'Your team doesn’t have a free seat yet', 'The plan of this team has ended.'],
    [
      failureOf('expired-join-link'),
      'We couldn’t add you to the team',
      'This link has expired. Ask an admin of the team for a new one.',
    ],
    [new Failure(500, {}), 'We couldn’t add you to the team', 'Failed, please try again.'],
    [new Unreachable(), 'We couldn’t add you to the team', 'Error posting to api.'],
  ])('shows %o and can be asked again', async (failure, title, message) => {
    const { host } = setUp(refuse(failure));
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    expect(host.alertsShown).toEqual([{ type: 'error', time: 5000, message }]);
    host.service.answer(calls.teams.joinTeam, () => ({}));
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(placeOf(host)).toBe('/'));
  });

  test('sends a visitor to sign-up, and the join is kept with the key of its link', async () => {
    const host = createFakeHost({ user: null, path: `/join?id=${teamId}&key=secret` });
    setUp(refuse(failureOf('not-signed-in')), host);
    await waitFor(() => expect(placeOf(host)).toBe('/auth/signup'));
    expect(host.storage.cookies.get('joinTeamId')).toBe(teamId);
    expect(host.alertsShown).toEqual([]);

    host.navigation.navigate(`/join?id=${teamId}`);
    host.service.requests.length = 0;
    setUp(() => ({}), host);
    await waitFor(() => expect(placeOf(host)).toBe('/'));
    expect(host.service.requests[0]?.input).toEqual({ teamId, key: 'secret' });
    expect(host.storage.cookies.get('joinTeamKey')).toBeUndefined();
  });

  test('takes a kept key for its own team only', async () => {
    const host = createFakeHost({ path: `/join?id=${teamId}` });
    host.storage.cookies.set('joinTeamKey', `${'c'.repeat(24)}.secret`);
    setUp(() => ({}), host);
    await waitFor(() => expect(host.service.requests).not.toHaveLength(0));
    expect(host.service.requests[0]?.input).toEqual({ teamId });
    await waitFor(() => expect(placeOf(host)).toBe('/'));
  });

  test.each(['/join', '/join?id=none'])('leads %s to the log-in after 3 seconds', (path) => {
    vi.useFakeTimers();
    const { host } = setUp(() => ({}), createFakeHost({ path }));
    expect(screen.getByRole('heading', { name: 'This link isn’t for a team' })).toBeTruthy();
    act(() => void vi.advanceTimersByTime(2999));
    expect(placeOf(host)).toBe(path);
    act(() => void vi.advanceTimersByTime(1));
    expect(placeOf(host)).toBe('/auth/login');
    expect(host.service.requests).toEqual([]);
  });
});
