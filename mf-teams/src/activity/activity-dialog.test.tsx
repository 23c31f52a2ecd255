import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { TeamLogEntry } from '@atrium/shared-kernel/contracts/entities/team';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { idOf, teamId } from '../testing/teams.ts';
import { ActivityDialog } from './activity-dialog.tsx';
import { sentenceOf } from './sentence.ts';

const tess = { _id: idOf(1), firstName: 'Tess', lastName: 'Okafor' };
const milo = { _id: idOf(2), firstName: 'Milo', lastName: 'Ferrante' };
const entry = (change: Partial<TeamLogEntry>): TeamLogEntry => ({
  _id: idOf(3),
  action: 'joined',
  createdDate: '2026-11-21T12:00:00.000Z',
  ...change,
});

/** In the form that earlier remotes know: a role that was changed. */
const budget = (was: number | undefined, now: number | undefined) =>
  ({
    action: 'roleChanged',
    event: 'budget',
    actor: tess,
    was: 'Budget',
    now: 'Budget',
    budget: { was, now },
  }) as const;

test.each([
  [{ action: 'joined', actor: milo, now: 'seat' }, 'Milo Ferrante joined and took a seat'],
  [{ action: 'joined', actor: milo, now: 'self-billed' }, 'Milo Ferrante joined, self-billed'],
  [{ action: 'left', actor: milo }, 'Milo Ferrante left the team'],
  [{ action: 'removed', actor: tess, member: milo }, 'Tess Okafor removed Milo Ferrante'],
  [{ action: 'removed', actor: tess }, 'Tess Okafor removed a former user'],
  [{ action: 'memberRoles', actor: tess, member: milo, now: 'A, B' }, 'Tess Okafor set Milo Ferrante’s roles to A, B'],
  [{ action: 'memberRoles', actor: tess, member: milo, now: '' }, 'Tess Okafor removed all roles from Milo Ferrante'],
  [{ action: 'roleCreated', actor: tess, now: 'A' }, 'Tess Okafor created the role A'],
  [{ action: 'roleChanged', actor: tess, was: 'A', now: 'B' }, 'Tess Okafor renamed the role A to B'],
  [{ action: 'roleChanged', actor: tess, was: 'A', now: 'A' }, 'Tess Okafor changed the role A'],
  [{ action: 'roleDeleted', actor: tess, was: 'A' }, 'Tess Okafor deleted the role A'],
  [{ action: 'seats', actor: tess, was: '2', now: '5' }, 'Tess Okafor changed the number of seats from 2 to 5'],
  [{ action: 'seats', was: '2', now: '5' }, 'The number of seats changed from 2 to 5'],
  [{ action: 'renamed', actor: tess, was: 'A', now: 'B' }, 'Tess Okafor renamed the team from A to B'],
  [{ action: 'linkRenewed', actor: tess }, 'Tess Okafor renewed the join link'],
  [{ action: 'ownership', actor: tess, member: milo }, 'Tess Okafor transferred ownership to Milo Ferrante'],
  [{ action: 'ownership', actor: tess, member: milo, now: 'stays' }, 'Tess Okafor made Milo Ferrante an admin'],
  [
    { action: 'memberRoles', event: 'adminRemoved', actor: tess, member: milo, now: 'Member' },
    'Tess Okafor removed Milo Ferrante as an admin',
  ],
  [
    { action: 'ownership', event: 'payerLeft', member: milo, now: '2026-12-24T12:00:00.000Z' },
    'The person who paid left. The plan ends on Dec 24, 2026 unless Milo Ferrante resumes it',
  ],
  [budget(undefined, 5), 'Tess Okafor set the team’s budget to $5.00 a month'],
  [
    { ...budget(5, 12.5), event: 'memberBudget', member: milo },
    'Tess Okafor changed the budget of Milo Ferrante from $5.00 a month to $12.50 a month',
  ],
  [{ ...budget(5, undefined), event: 'memberBudget' }, 'Tess Okafor removed the budget of a former user'],
  [{ action: 'roleCreated', now: 'A' }, 'A former user created the role A'],
] as const)('%o reads %o', (change, sentence) => {
  expect(sentenceOf(entry(change))).toBe(sentence);
});

describe('the activity of a team', () => {
  const seats = (number: number) =>
    entry({ _id: idOf(number), action: 'seats', was: String(number - 1), now: String(number) });

  test('shows a page, and older ones on request', async () => {
    const host = createFakeHost();
    host.service.answer(calls.teams.listTeamLog, ({ before }) =>
      before ? { entries: [seats(1)], more: false } : { entries: [seats(3), seats(2)], more: true },
    );
    renderRemote(contract, <ActivityDialog />, { host, input: { teamId } });
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Show older' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3));
    expect(host.service.requests.map(({ input }) => input)).toEqual([{ teamId }, { teamId, before: idOf(2) }]);
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  test('shows an empty list, and failures', async () => {
    const host = createFakeHost();
    host.service.answer(calls.teams.listTeamLog, () => {
      throw new Failure(403, 'You are not an admin of this team.');
    });
    renderRemote(contract, <ActivityDialog />, { host, input: { teamId } });
    expect(await screen.findByText('You are not an admin of this team.')).toBeTruthy();
    host.service.answer(calls.teams.listTeamLog, () => ({ entries: [], more: false }));
    await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No activity yet')).toBeTruthy();
  });
});
