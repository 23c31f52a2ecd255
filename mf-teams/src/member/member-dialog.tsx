import { unknownMember } from '@atrium/shared-kernel/contracts/sentences';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import type { Member, Team } from '@atrium/shared-kernel/contracts/entities/team';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Checkbox } from '@atrium/shared-kernel/ui/checkbox';
import { DialogBody, DialogFooter } from '@atrium/shared-kernel/ui/dialog-body';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import Plus from 'lucide-react/icons/plus';
import UserMinus from 'lucide-react/icons/user-minus';
import { type SyntheticEvent, useState } from 'react';
import { useHost } from '../remote.ts';
import { peopleOf } from '../team/people.ts';
import { Person } from '../team/person.tsx';
import { useTeamChange } from '../team/team.api.ts';
import { TeamDialog } from '../team/team-dialog.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { StaleNote } from '../ui/stale-note.tsx';
import classes from './member.module.css';
import { useRemoveMember } from './remove-member.ts';

const title = 'Manage Team Member';

/** The roles and rights of a member as they are and as they are ticked here, and saving them. */
const useMemberChange = (team: Team, member: Member) => {
  const { client, close } = useHost();
  /** What was ticked or unticked here; a role that appears meanwhile comes as the service has it. */
  const [ticked, setTicked] = useState<Readonly<Record<string, boolean>>>({});
  const [wanted, setAdmin] = useState<boolean>();
  const { busy, stale, run } = useTeamChange(team._id);
  const isAdmin = team.admins.includes(member._id);
  const admin = wanted ?? isAdmin;
  const changesAdmin = admin !== isAdmin;
  const has = (roleId: string, members: readonly string[]) => ticked[roleId] ?? members.includes(member._id);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const roleIds = team.roles.filter(({ _id, members }) => has(_id, members)).map(({ _id }) => _id);
    const of = { teamId: team._id, memberId: member._id };
    let basedOn = member.revision;
    const save = async () => {
      if (!changesAdmin || Object.keys(ticked).length > 0) {
        await client.call(calls.teams.editUserRoles, { ...of, roleIds }, { basedOn });
        // What the second change is based on is the first one.
        basedOn = undefined;
      }
      if (changesAdmin) await client.call(calls.teams.setTeamAdmin, { ...of, admin }, { basedOn });
    };
    if (await run(save)) close();
  };
  return {
    has,
    tick: (roleId: string, on: boolean) => setTicked((old) => ({ ...old, [roleId]: on })),
    admin,
    isAdmin,
    changesAdmin,
    setAdmin,
    busy,
    stale,
    submit,
  };
};

const MemberForm = ({ team, member }: { readonly team: Team; readonly member: Member }) => {
  const { close, dialogs: modals } = useHost();
  const { has, tick, admin, isAdmin, changesAdmin, setAdmin, busy, stale, submit } = useMemberChange(team, member);
  const remove = useRemoveMember(team);
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
          <fieldset className={classes.group}>
            <legend className={classes.legend}>Roles</legend>
            {team.roles.length === 0 && <p className={classes.text}>This team has no roles yet.</p>}
            <PagedList plain label="Roles" items={team.roles} keyOf={({ _id }) => _id} wordsOf={({ name }) => name}>
              {({ _id, name, members }) => (
                <Checkbox label={name} checked={has(_id, members)} onChange={(on) => tick(_id, on)} />
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
          <Checkbox
            label="Team admin"
            hint="Manages members, roles, agents, seats and billing."
            checked={admin}
            disabled={lastAdmin}
            onChange={setAdmin}
          />
          {stale && (
            <StaleNote>
              Another admin changed this member in the meantime. The roles above are the ones they have now, with your
              changes. Save if that’s what you want.
            </StaleNote>
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
          <Button className={classes.remove} variant="ghost" icon={<UserMinus />} onClick={() => void removeThem()}>
            Remove
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

/** The roles of a member, and their end in the team (B2.44). */
export const MemberDialog = () => {
  const { close } = useHost();
  const { teamId, memberId } = useDialogInput(dialogs.teams.member);
  return (
    <TeamDialog title={title} teamId={teamId} height="240px">
      {(team) => {
        const member = peopleOf(team).find(({ _id }) => _id === memberId);
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
