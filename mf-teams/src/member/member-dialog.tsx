import { useConflict } from '@atrium/shared-kernel/conflict';
import { ConflictNote } from '@atrium/shared-kernel/conflict/note';
import { unknownMember } from '@atrium/shared-kernel/contracts/sentences';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as dialogs from '#contracts/dialogs';
import type { Member, Team } from '@atrium/shared-kernel/contracts/entities/team';
import { PagedList } from '@atrium/shared-kernel/lists/paged-list';
import { useBehavior, useDialogInput } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Checkbox } from '@atrium/shared-kernel/ui/checkbox';
import { DialogBody, DialogFooter } from '@atrium/shared-kernel/ui/dialog-body';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import Plus from 'lucide-react/icons/plus';
import UserMinus from 'lucide-react/icons/user-minus';
import { type SyntheticEvent, useState } from 'react';
import { useHost } from '../remote.ts';
import { useLeaveTeam } from '../team/leave.api.ts';
import { membersOf } from '../team/members.ts';
import { Person } from '../team/person.tsx';
import { payerOf } from '../team/plan-state.ts';
import { useTeamChange } from '../team/team.api.ts';
import { TeamDialog } from '../team/team-dialog.tsx';
import classes from './member.module.css';
import { useRemoveMember } from './remove-member.ts';

const title = 'Manage Team Member';

interface Rights {
  readonly revision: string | undefined;
  readonly admin: boolean;
  readonly roles: ReadonlyMap<string, boolean>;
}

const rightsOf = ({ admins, roles }: Team, { _id, revision }: Member): Rights => ({
  revision,
  admin: admins.includes(_id),
  roles: new Map(roles.map(({ _id: roleId, members }) => [roleId, members.includes(_id)])),
});

/** Describes the rights of a member that another admin has changed. */
const rightsNow = ({ admins, roles }: Team, { _id }: Member): string => {
  const names = roles.filter(({ members }) => members.includes(_id)).map(({ name }) => `“${name}”`);
  const who = admins.includes(_id) ? 'an admin' : 'a regular member';
  const what = names.length === 0 ? 'no roles' : new Intl.ListFormat('en-US').format(names);
  return `Another admin changed this member in the meantime. They’re now ${who} with ${what}.`;
};

/** The roles and rights of a member, as they are and as selected here, and saving them. */
const useMemberChange = (team: Team, member: Member) => {
  const { client, close } = useHost();
  /** What was changed here. A role that appears in the meantime is as the service has it. */
  const [selected, setSelected] = useState<Readonly<Record<string, boolean>>>({});
  const [chosenAdmin, setAdmin] = useState<boolean>();
  const { busy, run } = useTeamChange(team._id);
  // A new or deleted role is no conflict: nothing was decided about it here.
  const differ = (before: Rights, now: Rights): boolean =>
    (before.admin !== now.admin && chosenAdmin !== now.admin) ||
    [...now.roles].some(([id, has]) => has !== (before.roles.get(id) ?? has) && selected[id] !== has);
  const { base, conflict, note, blocks, settle } = useConflict(rightsOf(team, member), differ);
  const isAdmin = team.admins.includes(member._id);
  const admin = chosenAdmin ?? isAdmin;
  const changesAdmin = admin !== isAdmin;
  const has = (roleId: string, members: readonly string[]) => selected[roleId] ?? members.includes(member._id);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (blocks()) return;
    const roleIds = team.roles.filter(({ _id, members }) => has(_id, members)).map(({ _id }) => _id);
    const of = { teamId: team._id, memberId: member._id };
    let basedOn = base.revision;
    const save = async () => {
      if (!changesAdmin || Object.keys(selected).length > 0) {
        await client.call(calls.teams.editUserRoles, { ...of, roleIds }, { basedOn });
        // The second change is based on the first one.
        basedOn = undefined;
      }
      if (changesAdmin) await client.call(calls.teams.setTeamAdmin, { ...of, admin }, { basedOn });
    };
    if (await run(save)) close();
  };
  return {
    has,
    tick: (roleId: string, on: boolean) => setSelected((old) => ({ ...old, [roleId]: on })),
    admin,
    isAdmin,
    changesAdmin,
    setAdmin,
    busy,
    conflict,
    note,
    keepMine: () => settle(),
    acceptTheirs: () => {
      settle();
      setSelected({});
      setAdmin(undefined);
    },
    submit,
  };
};

interface RoleChoiceProps {
  readonly team: Team;
  readonly member: Member;
  readonly has: (roleId: string, members: readonly string[]) => boolean;
  readonly onTick: (roleId: string, on: boolean) => void;
}

const RoleChoice = ({ team, member, has, onTick }: RoleChoiceProps) => {
  const { dialogs: modals } = useHost();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Roles</legend>
      {team.roles.length === 0 && <p className={classes.text}>This team has no roles yet.</p>}
      <PagedList plain label="Roles" items={team.roles} keyOf={({ _id }) => _id} searchTextOf={({ name }) => name}>
        {({ _id, name, members }) => (
          <Checkbox label={name} checked={has(_id, members)} onChange={(on) => onTick(_id, on)} />
        )}
      </PagedList>
      <Button
        size="s"
        variant="ghost"
        icon={<Plus />}
        onClick={() => void modals.open(dialogs.teams.role, { teamId: team._id, memberId: member._id })}
      >
        Create Role
      </Button>
    </fieldset>
  );
};

const adminHint = 'Manages members, roles, agents, seats and billing.';

const MemberForm = ({ team, member }: { readonly team: Team; readonly member: Member }) => {
  const { close, session } = useHost();
  const isSelf = useBehavior(session.user$)?._id === member._id;
  const change = useMemberChange(team, member);
  const { has, tick, admin, isAdmin, changesAdmin, setAdmin, busy, note, submit } = change;
  const remove = useRemoveMember(team);
  const leave = useLeaveTeam(team);
  const lastAdmin = team.admins.length === 1 && isAdmin;
  const removeThem = async () => {
    if (await remove(member)) close();
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <DialogBody title={title} onClose={() => close()}>
        <div className={classes.form}>
          <div className={classes.person}>
            <Person member={member} badge={isAdmin ? 'Admin' : undefined} />
          </div>
          <RoleChoice team={team} member={member} has={has} onTick={tick} />
          <Checkbox
            label="Team admin"
            hint={
              payerOf(team) === member._id
                ? `${adminHint} ${isSelf ? 'Your' : 'Their'} card pays for the team either way.`
                : adminHint
            }
            checked={admin}
            disabled={lastAdmin}
            onChange={setAdmin}
          />
          {change.conflict && !busy && (
            <ConflictNote ref={note} onKeepMine={change.keepMine} onAcceptTheirs={change.acceptTheirs}>
              {rightsNow(team, member)}
            </ConflictNote>
          )}
          {lastAdmin && (
            <p className={classes.text}>
              You can’t remove a team’s last admin. Transfer ownership to someone else first.
            </p>
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        {!lastAdmin && (
          <Button
            className={classes.remove}
            variant="ghost"
            icon={<UserMinus />}
            onClick={() => void (isSelf ? leave() : removeThem())}
          >
            {isSelf ? 'Leave Team' : 'Remove'}
          </Button>
        )}
        <Button onClick={() => close()}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          busyLabel="Saving"
          disabled={team.roles.length === 0 && !changesAdmin}
        >
          Save
        </Button>
      </DialogFooter>
    </form>
  );
};

/** Edits the roles of a member, or removes them from the team (B2.44). */
export const MemberDialog = () => {
  const { close } = useHost();
  const { teamId, memberId } = useDialogInput(dialogs.teams.member);
  return (
    <TeamDialog title={title} teamId={teamId} height="240px">
      {(team) => {
        const member = membersOf(team).find(({ _id }) => _id === memberId);
        if (member) return <MemberForm team={team} member={member} />;
        return (
          <DialogBody title={title} onClose={() => close()}>
            <FailureState small title={unknownMember} />
          </DialogBody>
        );
      }}
    </TeamDialog>
  );
};
