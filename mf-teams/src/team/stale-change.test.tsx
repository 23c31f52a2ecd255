import { readAgain } from '@atrium/shared-kernel/changes/read-again';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import { failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import type { Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { AdminDialog } from '../admin/admin-dialog.tsx';
import { JoinLinkDialog } from '../join-link/join-link-dialog.tsx';
import { MemberDialog } from '../member/member-dialog.tsx';
import { RenameDialog } from '../rename/rename-dialog.tsx';
import { RoleDialog } from '../role/role-dialog.tsx';
import { SeatsDialog } from '../seats/seats-dialog.tsx';
import { requestsOf, hostWith, idOf, self, teamId, testMember, testRole, testTeam } from '../testing/teams.ts';
import { TransferDialog } from '../transfer/transfer-dialog.tsx';

const grace = testMember(1, { firstName: 'Grace', lastName: 'Hopper', revision: 'grace-1' });
const revisions = { name: 'name-1', seats: 'seats-1', admins: 'admins-1', link: 'link-1' };
const sales = testRole(1, { name: 'Sales', members: [idOf(1)], revision: 'sales-1' });
const before = testTeam({ members: [{ ...self, revision: 'self-1' }, grace], roles: [sales], revisions });

/** A dialog of a team that another admin has changed since it was opened. */
const setUp = async (dialog: ReactNode, input: object, after: Partial<Team>) => {
  let team = before;
  const host = hostWith(() => team);
  const refuse = () => {
    team = { ...before, ...after };
    throw failureOf('stale', { revision: 'now' });
  };
  const { editUserRoles, createEditRole, removeMember, renameTeam, renewJoinLink, transferOwnership } = calls.teams;
  const changes = [editUserRoles, createEditRole, removeMember, renameTeam, renewJoinLink, transferOwnership] as const;
  for (const call of changes) host.service.answer(call, () => (team === before ? refuse() : {}));
  const rendered = renderRemote(contract, dialog, { host, input: { teamId, ...input } });
  const press = userEvent.setup();
  const button = (name: string) => screen.findByRole('button', { name });
  return { ...rendered, host, press, button, sent: () => requestsOf(host).map(({ basedOn }) => basedOn) };
};
const note = () => screen.findByRole('alert');

describe('a change of a team that another admin was quicker with', () => {
  test('of the name shows the new one, keeps what was typed, and is based on it the next time', async () => {
    const after = { name: 'Borealis', revisions: { ...revisions, name: 'name-2' } };
    const { press, button, sent, closed, host } = await setUp(<RenameDialog />, {}, after);
    const field = await screen.findByLabelText('Name');
    await press.clear(field);
    await press.type(field, 'Cassiopeia{Enter}');
    expect((await note()).textContent).toContain('renamed this team to “Borealis”');
    expect([field.getAttribute('value'), closed, host.alertsShown]).toEqual(['Cassiopeia', [], []]);
    await press.click(await button('Save'));
    expect(document.activeElement).toBe(await note());
    expect(sent()).toEqual(['"name-1"']);
    await press.click(await button('Keep mine'));
    await press.click(await button('Save'));
    await waitFor(() => expect(closed).toEqual([undefined]));
    expect(sent()).toEqual(['"name-1"', '"name-2"']);
  });

  test('of the name may be discarded for the new one', async () => {
    const after = { name: 'Borealis', revisions: { ...revisions, name: 'name-2' } };
    const { press, button } = await setUp(<RenameDialog />, {}, after);
    await press.type(await screen.findByLabelText('Name'), ' of us{Enter}');
    await press.click(await button('Use theirs'));
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Borealis');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('of a role shows its name and members, and keeps what was ticked', async () => {
    const after = { roles: [{ ...sales, name: 'Sales North', members: [], revision: 'sales-2' }] };
    const { press, button, sent, closed } = await setUp(<RoleDialog />, { roleId: sales._id }, after);
    await press.click(await screen.findByRole('checkbox', { name: 'Ada Lovelace' }));
    await press.click(await button('Save'));
    expect((await note()).textContent).toContain('now called “Sales North”, with no members.');
    for (const name of ['Ada Lovelace', 'Grace Hopper'])
      expect(screen.getByRole('checkbox', { name })).toHaveProperty('checked', true);
    await press.click(await button('Keep mine'));
    await press.click(await button('Save'));
    await waitFor(() => expect(closed).toEqual([undefined]));
    expect(sent()).toEqual(['"sales-1"', '"sales-2"']);
  });

  test('of a role that is gone says so, keeps what was typed, and saves it as a new role', async () => {
    const { press, button, sent, closed, host } = await setUp(<RoleDialog />, { roleId: sales._id }, { roles: [] });
    await press.type(await screen.findByLabelText('Name'), ' South');
    await press.click(await button('Save'));
    expect((await note()).textContent).toContain('deleted this role');
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Sales South');
    await press.click(await button('Save'));
    await waitFor(() => expect(closed).toEqual([undefined]));
    expect(sent()).toEqual(['"sales-1"', undefined]);
    const { input } = requestsOf(host).at(-1)!;
    expect(input).toMatchObject({ name: 'Sales South' });
    expect(input).not.toHaveProperty('roleId');
  });

  const office = testRole(2, { name: 'Office', members: [idOf(1)] });

  test('of a member’s rights shows them with what was ticked', async () => {
    const after = { members: [{ ...grace, revision: 'grace-2' }], admins: [self._id, idOf(1)], roles: [sales, office] };
    const { press, button, sent, host } = await setUp(<MemberDialog />, { memberId: idOf(1) }, after);
    await press.click(await screen.findByRole('checkbox', { name: 'Sales' }));
    await press.click(await button('Save'));
    expect((await note()).textContent).toContain('They’re now an admin with “Sales” and “Office”.');
    expect(screen.getByRole('checkbox', { name: 'Sales' })).toHaveProperty('checked', false);
    expect(screen.getByRole('checkbox', { name: 'Office' })).toHaveProperty('checked', true);
    await press.click(await button('Keep mine'));
    await press.click(await button('Save'));
    await waitFor(() => expect(sent()).toEqual(['"grace-1"', '"grace-2"']));
    expect(requestsOf(host)[1]?.input).toMatchObject({ roleIds: [office._id] });
  });

  test('of a member’s rights may be discarded for theirs', async () => {
    const after = { members: [{ ...grace, revision: 'grace-2' }], admins: [self._id, idOf(1)] };
    const { press, button } = await setUp(<MemberDialog />, { memberId: idOf(1) }, after);
    await press.click(await screen.findByRole('checkbox', { name: 'Sales' }));
    await press.click(await button('Save'));
    await press.click(await button('Use theirs'));
    expect(screen.getByRole('checkbox', { name: 'Sales' })).toHaveProperty('checked', true);
    expect(screen.getByRole('checkbox', { name: /^Team admin/ })).toHaveProperty('checked', true);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('of a member’s role to the role selected here is no conflict', async () => {
    const after = { members: [{ ...grace, revision: 'grace-2' }], roles: [{ ...sales, members: [] }, office] };
    const { press, button, sent, host } = await setUp(<MemberDialog />, { memberId: idOf(1) }, after);
    await press.click(await screen.findByRole('checkbox', { name: 'Sales' }));
    await press.click(await button('Save'));
    expect(await screen.findByRole('checkbox', { name: 'Office' })).toHaveProperty('checked', true);
    expect(screen.queryByRole('alert')).toBeNull();
    await press.click(await button('Save'));
    await waitFor(() => expect(sent()).toEqual(['"grace-1"', '"grace-2"']));
    expect(requestsOf(host)[1]?.input).toMatchObject({ roleIds: [office._id] });
  });

  test('that removes a member closes the question, and shows what they are now', async () => {
    const after = { members: [{ ...grace, revision: 'grace-2' }], admins: [self._id, idOf(1)] };
    const { press, button, sent, closed, host } = await setUp(<MemberDialog />, { memberId: idOf(1) }, after);
    await press.click(await button('Remove'));
    expect(await screen.findByText('Admin')).toBeTruthy();
    expect([closed, host.alertsShown.map(({ message }) => message)]).toEqual([
      [],
      ['This was changed in the meantime. Please look at it again.'],
    ]);
    await press.click(await button('Remove'));
    await waitFor(() => expect(closed).toEqual([undefined]));
    expect(sent()).toEqual(['"grace-1"', '"grace-2"']);
  });

  test('of the owner names the admins of now', async () => {
    const after = { admins: [self._id, idOf(1)], revisions: { ...revisions, admins: 'admins-2' } };
    const { press, button, sent, closed } = await setUp(<TransferDialog />, {}, after);
    await press.click(await screen.findByRole('radio', { name: /Grace Hopper/ }));
    await press.click(await button('Transfer'));
    expect((await note()).textContent).toContain('They’re now Ada Lovelace and Grace Hopper.');
    await press.click(await button('Keep my choice'));
    await press.click(await button('Transfer'));
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(sent()).toEqual(['"admins-1"', '"admins-2"']);
  });

  test('of the join link shows the new one', async () => {
    const after = { joinKey: 'theirs', revisions: { ...revisions, link: 'link-2' } };
    const { press, button, sent } = await setUp(<JoinLinkDialog />, {}, after);
    await press.click(await button('Renew Link'));
    await note();
    expect(screen.getByLabelText('Link').getAttribute('value')).toContain('key=theirs');
    await press.click(await button('Got it'));
    await press.click(await button('Renew Link'));
    await waitFor(() => expect(sent()).toEqual(['"link-1"', '"link-2"']));
  });

  test('that deletes a role closes the question, and shows the role of now', async () => {
    const after = { roles: [{ ...sales, name: 'Sales North', revision: 'sales-2' }] };
    const { press, button, sent } = await setUp(<AdminDialog />, {}, after);
    await press.click(await screen.findByRole('tab', { name: 'Roles' }));
    await press.click(await button('Delete Sales'));
    await press.click(await button('Delete Sales North'));
    await waitFor(() => expect(sent().slice(-2)).toEqual(['"sales-1"', '"sales-2"']));
  });
});

describe('a dialog of a team, while another admin changes that team', () => {
  /** An open dialog that gets a change before anything was confirmed in it. */
  const changeUnder = async (dialog: ReactNode, input: object, after: Partial<Team>) => {
    let team = before;
    const host = hostWith(() => team);
    const { closed, queries } = renderRemote(contract, dialog, { host, input: { teamId, ...input } });
    const press = userEvent.setup();
    const change = () => {
      team = { ...before, ...after };
      act(() => readAgain([queries], { type: 'changed', kind: 'team', ids: [teamId], team: teamId }));
    };
    return { host, press, closed, change, queries };
  };

  test('shows the member’s current rights, the current owner, and that the link has changed', async () => {
    const rights = { members: [self, { ...grace, revision: 'grace-2' }], admins: [self._id, idOf(1)] };
    const cases = [
      [<MemberDialog key="member" />, { memberId: idOf(1) }, rights, 'They’re now an admin with “Sales”.'],
      [
        <TransferDialog key="transfer" />,
        {},
        { ...rights, revisions: { ...revisions, admins: '2' } },
        'They’re now Ada Lovelace and',
      ],
      [
        <JoinLinkDialog key="link" />,
        {},
        { joinKey: 'new', revisions: { ...revisions, link: '2' } },
        'renewed the link',
      ],
    ] as const;
    for (const [dialog, input, after, words] of cases) {
      const { change, queries } = await changeUnder(dialog, input, after);
      await screen.findByRole('button', { name: /Save|Transfer|Renew Link/ });
      change();
      expect((await note()).textContent).toContain(words);
      queries.clear();
      cleanup();
    }
  });

  test('closes with the team, or with the right to be there', async () => {
    const { host, change } = await changeUnder(<RenameDialog />, {}, {});
    await screen.findByLabelText('Name');
    host.service.answer(calls.teams.getTeam, () => {
      throw failureOf('not-team-member');
    });
    change();
    expect(await screen.findByText('This team was closed, or you’re no longer in it.')).toBeTruthy();
    expect(screen.queryByLabelText('Name')).toBeNull();
  });

  test('hands a question what became of what it is about', async () => {
    const { host, press, change } = await changeUnder(<AdminDialog />, {}, { roles: [] });
    host.confirmAnswer = false;
    await press.click(await screen.findByRole('tab', { name: 'Roles' }));
    await press.click(await screen.findByRole('button', { name: 'Delete Sales' }));
    const { props } = host.dialogsOpened.at(-1) as { props: { outdated$: Observable<string> } };
    const reasons: string[] = [];
    const subscription = props.outdated$.subscribe((sentence) => reasons.push(sentence));
    expect(reasons).toEqual([]);
    change();
    await waitFor(() => expect(reasons.at(-1)).toBe('“Sales” was already deleted.'));
    subscription.unsubscribe();
  });

  test('does not show its own new link as a conflict', async () => {
    const after = { joinKey: 'own', revisions: { ...revisions, link: 'link-2' } };
    const { host, press, change } = await changeUnder(<JoinLinkDialog />, {}, after);
    host.service.answer(calls.teams.renewJoinLink, () => {
      change();
      return {};
    });
    await press.click(await screen.findByRole('button', { name: 'Renew Link' }));
    await waitFor(() => expect(screen.getByLabelText('Link').getAttribute('value')).toContain('key=own'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the seats that another admin has changed', () => {
  const usd = (amount: number) => ({ amount_due: amount, currency: 'usd' });
  const setUpSeats = async (at: 'preview' | 'change') => {
    let team = before;
    const host = hostWith(() => team);
    host.service.answer(calls.billing.updateTeamSubscription, ({ returnProrationAmount }) => {
      const stale = team === before && (at === 'preview' || !returnProrationAmount);
      if (stale) {
        team = { ...before, stripeSubscriptionSeats: 8, revisions: { ...revisions, seats: 'seats-2' } };
        throw failureOf('stale', { revision: 'now' });
      }
      if (!returnProrationAmount) return { success: true };
      return {
        prorationInvoice: usd(team === before ? 1200 : -500),
        nextInvoice: usd(7000),
        prorationDate: 1_800_000_000,
      };
    });
    renderRemote(contract, <SeatsDialog />, { host, input: { teamId } });
    const press = userEvent.setup();
    const field = await screen.findByLabelText('Seats');
    await press.clear(field);
    await press.type(field, '6');
    return { host, press, field };
  };
  const shows = async (field: HTMLElement) => {
    const text = 'The seats of this team changed from 5 to 8 in the meantime.';
    expect((await note()).textContent).toContain(text);
    expect(screen.getByText('Currently 8, with 2 in use.')).toBeTruthy();
    expect(field).toHaveProperty('value', '6');
    expect(await screen.findByText('-$5.00')).toBeTruthy();
  };

  test('are shown with the price; nothing is ordered on an earlier agreement', async () => {
    const { host, press, field } = await setUpSeats('change');
    await press.click(await screen.findByRole('checkbox'));
    await press.click(screen.getByRole('button', { name: 'Update' }));
    await shows(field);
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(host.alertsShown.filter(({ type }) => type === 'error')).toEqual([]);
    expect(requestsOf(host).map(({ basedOn }) => basedOn)).toEqual(['"seats-1"', '"seats-1"', '"seats-2"']);
    await press.click(within(await note()).getByRole('button', { name: 'Use theirs' }));
    expect(field).toHaveProperty('value', '8');
  });

  test('are shown when the price is requested', async () => {
    const { host, field } = await setUpSeats('preview');
    await shows(field);
    expect(host.alertsShown).toEqual([]);
  });
});
