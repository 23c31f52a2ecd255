import * as calls from '@atrium/shared-kernel/contracts/calls';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { requestsOf, hostWith, teamId, testTeam } from '../testing/teams.ts';
import { JoinLinkDialog } from './join-link-dialog.tsx';

const setUp = async (first = testTeam(), second = first) => {
  let team = first;
  const host = hostWith(() => team);
  host.service.answer(calls.teams.renewJoinLink, () => {
    team = second;
    return {};
  });
  renderRemote(contract, <JoinLinkDialog />, { host, input: { teamId } });
  await screen.findByLabelText('Link');
  return { host, press: userEvent.setup() };
};
const link = () => screen.getByLabelText<HTMLInputElement>('Link').value;

describe('the join link', () => {
  test('is the one of the specification until it is renewed, for a time or for good', async () => {
    const renewed = testTeam({ joinKey: 'fresh', joinExpires: '2090-01-02T03:04:00.000Z' });
    const { host, press } = await setUp(testTeam(), renewed);
    expect(link()).toBe(`http://atrium.test/join?id=${teamId}`);
    expect(screen.getByText('Works until you renew it.')).toBeTruthy();
    await press.selectOptions(screen.getByLabelText('New link expires'), '7 days');
    await press.click(screen.getByRole('button', { name: 'Renew Link' }));
    await waitFor(() => expect(link()).toBe(`http://atrium.test/join?id=${teamId}&key=fresh`));
    expect(screen.getByText(/^Works until Jan \d, 2090/)).toBeTruthy();
    await press.selectOptions(screen.getByLabelText('New link expires'), 'Until you renew it');
    await press.click(screen.getByRole('button', { name: 'Renew Link' }));
    await waitFor(() => expect(requestsOf(host)).toHaveLength(2));
    expect(requestsOf(host).map(({ input }) => input)).toEqual([{ teamId, days: 7 }, { teamId }]);
  });

  test('is not shown while every seat is occupied or after its expiry', async () => {
    await setUp(testTeam({ stripeSubscriptionSeats: 2, joinKey: 'k', joinExpires: '2020-01-01T00:00:00.000Z' }));
    expect(screen.getByText('Add more seats to share join link')).toBeTruthy();
    expect(screen.getByText('This link has expired. No one can join with it.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy Link' })).toHaveProperty('disabled', true);
  });
});
