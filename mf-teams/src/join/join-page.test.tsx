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
  test('shows the result, updates the user and opens the main screen', async () => {
    const { host } = setUp(() => ({}));
    expect(screen.getByRole('heading', { name: 'Joining the team' })).toBeTruthy();
    await waitFor(() => expect(placeOf(host)).toBe('/'));
    expect(host.alertsShown).toMatchObject([{ type: 'info', message: 'Successfully joined team.' }]);
    expect(host.eventsSeen).toEqual([{ event: 'teams.joined', payload: { teamId } }]);
    expect(host.session.user$.value?.activeTeam).toBe(teamId);
    expect(host.service.requests).toContainEqual({ call: 'teams.joinTeam', input: { teamId } });
  });

  test('names the team while joining, says once that it was joined, and Undo leaves it', async () => {
    const host = createFakeHost({ path: `/join?id=${teamId}&key=secret` });
    host.service.answer(calls.teams.getInvitation, () => ({ name: 'Atlas' }));
    host.service.answer(calls.teams.leaveTeam, () => ({}));
    const joined = Promise.withResolvers<Record<string, never>>();
    setUp(() => joined.promise, host);
    expect(await screen.findByRole('heading', { name: 'Joining Atlas' })).toBeTruthy();
    expect(host.service.requests).toContainEqual({
      call: 'teams.getInvitation',
      input: { teamId, key: 'secret' },
    });
    await act(async () => joined.resolve({}));
    await waitFor(() => expect(placeOf(host)).toBe('/'));
    expect(host.alertsShown).toMatchObject([{ message: 'Successfully joined team.', action: { label: 'Undo' } }]);
    const [welcome] = host.alertsShown;
    act(() => welcome?.action?.onSelect());
    await waitFor(() => expect(host.alertsShown.at(-1)).toMatchObject({ type: 'info', message: 'You left Atlas.' }));
    const requested = host.service.requests.map(({ call }) => call);
    expect(requested.slice(-2)).toEqual(['teams.leaveTeam', 'session.getUser']);
    expect(host.eventsSeen.at(-1)).toEqual({ event: 'teams.changed', payload: { teamId } });
  });

  test.each([
    ['makes the team active again that was so before', teamId, ['teams.leaveTeam', 'teams.switchActiveTeam']],
    ['stays in the team that was chosen since', 'd'.repeat(24), ['teams.leaveTeam']],
  ])('that is undone %s', async (_what, active, expected) => {
    const before = 'c'.repeat(24);
    const host = createFakeHost({ path: `/join?id=${teamId}`, user: testUser({ activeTeam: before }) });
    for (const call of [calls.teams.leaveTeam, calls.teams.switchActiveTeam]) host.service.answer(call, () => ({}));
    setUp(() => ({}), host);
    await waitFor(() => expect(placeOf(host)).toBe('/'));
    act(() => host.session.patch({ activeTeam: active }));
    const { length } = host.service.requests;
    act(() => host.alertsShown[0]?.action?.onSelect());
    await waitFor(() => expect(host.alertsShown.at(-1)).toMatchObject({ message: 'You left the team.' }));
    const requests = host.service.requests.slice(length);
    expect(requests.map(({ call }) => call)).toEqual([...expected, 'session.getUser']);
    const switched = requests.filter(({ call }) => call === 'teams.switchActiveTeam');
    expect(switched.map(({ input }) => input)).toEqual(switched.map(() => ({ teamId: before })));
  });

  test('that is undone goes back to the team of a user who was not known yet when the page opened', async () => {
    const user = testUser({ activeTeam: 'c'.repeat(24) });
    const host = createFakeHost({ path: `/join?id=${teamId}`, user: null });
    host.session.authVersion$.next(0);
    for (const call of [calls.teams.leaveTeam, calls.teams.switchActiveTeam]) host.service.answer(call, () => ({}));
    setUp(() => ({}), host);
    act(() => {
      host.session.user$.next(user);
      host.session.authVersion$.next(1);
    });
    await waitFor(() => expect(placeOf(host)).toBe('/'));
    act(() => host.alertsShown[0]?.action?.onSelect());
    await waitFor(() => expect(host.alertsShown.at(-1)).toMatchObject({ message: 'You left the team.' }));
    expect(host.service.requests).toContainEqual({
      call: 'teams.switchActiveTeam',
      input: { teamId: user.activeTeam },
    });
  });

  test('says that the team was joined, and undoes it, also where the user cannot be fetched again', async () => {
    const { host } = setUp(() => ({}));
    host.service.answer(calls.session.getUser, refuse(new Failure(500, {})));
    host.service.answer(calls.teams.leaveTeam, () => ({}));
    await waitFor(() => expect(placeOf(host)).toBe('/'));
    expect(host.alertsShown).toMatchObject([{ type: 'info', message: 'Successfully joined team.' }]);
    expect(host.eventsSeen).toEqual([{ event: 'teams.joined', payload: { teamId } }]);
    expect(host.session.user$.value?.activeTeam).toBe(teamId);
    act(() => host.alertsShown[0]?.action?.onSelect());
    await waitFor(() => expect(host.alertsShown).toHaveLength(2));
    expect(host.alertsShown[1]).toMatchObject({ type: 'info', message: 'You left the team.' });
    expect(host.session.user$.value?.activeTeam).toBeUndefined();
    expect(host.eventsSeen.at(-1)).toEqual({ event: 'teams.changed', payload: { teamId } });
  });

  test('shows a visitor which team invites them on the way to the sign-up', async () => {
    const host = createFakeHost({ user: null, path: `/join?id=${teamId}` });
    host.service.answer(calls.teams.getInvitation, () => ({ name: 'Atlas' }));
    setUp(refuse(failureOf('not-signed-in')), host);
    await waitFor(() => expect(placeOf(host)).toBe('/auth/signup'));
    const message = 'You’re invited to the team Atlas. Sign up or log in to join.';
    expect(host.alertsShown).toMatchObject([{ type: 'info', message }]);
  });

  test('says that the user is already a member, and continues', async () => {
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
    [failureOf('team-plan-ended'), 'Your team’s plan has ended', 'The plan of this team has ended.'],
    [
      failureOf('expired-join-link'),
      'This link doesn’t work anymore',
      'This link has expired. Ask an admin of the team for a new one.',
    ],
    [failureOf('unknown-team'), 'This link doesn’t work anymore', 'This team does not exist.'],
    [
      failureOf('too-many-joins', { wait: 60_000 }),
      'Too many tries for now',
      'Too many tries to join a team. Please wait a moment.',
    ],
    [new Failure(500, {}), 'We couldn’t add you to the team', 'Failed, please try again.'],
    [new Unreachable(), 'We couldn’t add you to the team', 'Error posting to api.'],
  ])('shows %o once with what to do about it, and can be retried', async (failure, title, message) => {
    const { host } = setUp(refuse(failure));
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.queryByText(message)).toBeNull();
    expect(host.alertsShown).toEqual([{ type: 'error', time: 5000, message }]);
    host.service.answer(calls.teams.joinTeam, () => ({}));
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(placeOf(host)).toBe('/'));
  });

  test.each(['no-free-seat', 'team-plan-ended'] as const)(
    'offers users who had their own plan to renew it if joining is refused by %s',
    async (code) => {
      const { host } = setUp(
        refuse(failureOf(code)),
        createFakeHost({
          user: testUser({ subscriptionEndDate: '2026-01-02T10:00:00.000Z' }),
          path: `/join?id=${teamId}`,
        }),
      );
      await userEvent.setup().click(await screen.findByRole('link', { name: 'Renew your own plan' }));
      expect(placeOf(host)).toBe('/subscribe');
    },
  );

  test('sends a visitor to the sign-up, and stores the join with the key of its link', async () => {
    const host = createFakeHost({ user: null, path: `/join?id=${teamId}&key=secret` });
    setUp(refuse(failureOf('not-signed-in')), host);
    await waitFor(() => expect(placeOf(host)).toBe('/auth/signup'));
    expect(host.storage.cookies.get('joinTeamId')).toBe(teamId);
    expect(host.alertsShown).toEqual([]);

    host.navigation.navigate(`/join?id=${teamId}`);
    host.service.requests.length = 0;
    setUp(() => ({}), host);
    await waitFor(() => expect(placeOf(host)).toBe('/'));
    expect(host.service.requests).toContainEqual({ call: 'teams.joinTeam', input: { teamId, key: 'secret' } });
    expect(host.storage.cookies.get('joinTeamKey')).toBeUndefined();
  });

  test('keeps the stored key in the address if joining is refused, for whoever comes back later', async () => {
    const host = createFakeHost({ path: `/join?id=${teamId}` });
    host.storage.cookies.set('joinTeamKey', `${teamId}.secret`);
    const first = setUp(refuse(failureOf('no-free-seat')), host);
    expect(await screen.findByRole('heading', { name: 'Your team doesn’t have a free seat yet' })).toBeTruthy();
    expect(host.storage.cookies.get('joinTeamKey')).toBeUndefined();
    first.end();

    host.service.requests.length = 0;
    setUp(() => ({}), host);
    await waitFor(() => expect(placeOf(host)).toBe('/'));
    expect(host.service.requests).toContainEqual({ call: 'teams.joinTeam', input: { teamId, key: 'secret' } });
  });

  test('uses a stored key for its own team only', async () => {
    const host = createFakeHost({ path: `/join?id=${teamId}` });
    host.storage.cookies.set('joinTeamKey', `${'c'.repeat(24)}.secret`);
    setUp(() => ({}), host);
    await waitFor(() => expect(host.service.requests).toContainEqual({ call: 'teams.joinTeam', input: { teamId } }));
    await waitFor(() => expect(placeOf(host)).toBe('/'));
  });

  test.each(['/join', '/join?id=none'])('redirects %s to the login after 3 seconds', (path) => {
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
