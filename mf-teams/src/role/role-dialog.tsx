import { useConflict } from '@atrium/shared-kernel/conflict';
import { ConflictNote } from '@atrium/shared-kernel/conflict/note';
import { unknownRole } from '@atrium/shared-kernel/contracts/sentences';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as dialogs from '#contracts/dialogs';
import type { Member, Role, Team } from '@atrium/shared-kernel/contracts/entities/team';
import { newId } from '@atrium/shared-kernel/contracts/new-id';
import { messages } from '@atrium/shared-kernel/contracts/validation';
import { PagedList } from '@atrium/shared-kernel/lists/paged-list';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Checkbox } from '@atrium/shared-kernel/ui/checkbox';
import { DialogBody, DialogFooter } from '@atrium/shared-kernel/ui/dialog-body';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Field } from '@atrium/shared-kernel/ui/field';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useHost } from '../remote.ts';
import { fullName, membersOf, searchTextOf } from '../team/members.ts';
import { useTeamChange } from '../team/team.api.ts';
import { TeamDialog } from '../team/team-dialog.tsx';
import choices from '../ui/choices.module.css';
import classes from './role.module.css';

const nameMax = 100;

const inWords = new Intl.ListFormat('en-US');
/** Up to this many members are listed by name, more are counted. */
const maxNames = 5;

/** Describes a role that another admin has changed. */
const roleNow = ({ name, members }: Role, teamMembers: readonly Member[]): string => {
  const names = teamMembers.filter(({ _id }) => members.includes(_id)).map(fullName);
  const who = names.length > maxNames ? `${names.length} members` : inWords.format(names) || 'no members';
  return `Another admin changed this role in the meantime. It’s now called “${name}”, with ${who}.`;
};

interface RoleFormProps {
  readonly team: Team;
  readonly roleId: string | undefined;
  /** The member that a new role is created for. */
  readonly memberId: string | undefined;
}

/** The name and the members of a role as edited here, and saving them. */
const useRoleForm = ({ team, roleId, memberId }: RoleFormProps) => {
  const { client, close } = useHost();
  const role = team.roles.find(({ _id }) => _id === roleId);
  const { initial, base, conflict, note, blocks, settle } = useConflict(
    role,
    (before, now) => now !== undefined && before?.revision !== now.revision,
  );
  const [name, setName] = useState(role?.name ?? '');
  const [members, setMembers] = useState<ReadonlySet<string>>(
    () => new Set(role?.members ?? (memberId ? [memberId] : [])),
  );
  const [sent, setSent] = useState(false);
  /** Each try to create a role has the same id: the service may have created it although its answer was lost. */
  const [newRoleId] = useState(newId);
  const field = useRef<HTMLInputElement>(null);
  const { busy, run } = useTeamChange(team._id);
  const teamMembers = membersOf(team);
  const missing = name.trim() === '';
  useEffect(() => field.current?.focus(), []);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setSent(true);
    if (missing) return field.current?.focus();
    if (blocks()) return;
    // Users who left the team in the meantime cannot have a role either.
    const chosen = teamMembers.filter(({ _id }) => members.has(_id)).map(({ _id }) => _id);
    const which = role ? { roleId: role._id } : { newRoleId };
    const request = { teamId: team._id, ...which, name: name.trim(), members: chosen };
    const basedOn = role && base?.revision;
    if (await run(() => client.call(calls.teams.createEditRole, request, { basedOn }))) close();
  };
  return {
    role,
    initial,
    teamMembers,
    name,
    setName,
    error: sent && missing ? messages.name : undefined,
    members,
    tick: (id: string, on: boolean) =>
      setMembers((old) => new Set(on ? [...old, id] : [...old].filter((one) => one !== id))),
    field,
    note,
    conflict: conflict && !busy,
    keepMine: () => settle(),
    acceptTheirs: () => {
      settle();
      setName(role?.name ?? '');
      setMembers(new Set(role?.members));
    },
    busy,
    submit,
  };
};

const RoleForm = (props: RoleFormProps) => {
  const { close } = useHost();
  const { field, note, role, initial, teamMembers, name, members, busy, ...form } = useRoleForm(props);
  const title = props.roleId ? 'Edit Role' : 'Create Role';
  if (props.roleId && !role && !initial)
    return (
      <DialogBody title={title} onClose={() => close()}>
        <FailureState small title={unknownRole} />
      </DialogBody>
    );
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)}>
      <DialogBody title={title} onClose={() => close()}>
        <div className={classes.form}>
          <Field
            ref={field}
            label="Name"
            maxLength={nameMax}
            value={name}
            error={form.error}
            onChange={form.setName}
            autoComplete="off"
          />
          <fieldset className={choices.group}>
            <legend className={choices.legend}>Members</legend>
            <PagedList plain label="Members" items={teamMembers} keyOf={({ _id }) => _id} searchTextOf={searchTextOf}>
              {(member) => (
                <Checkbox
                  label={fullName(member)}
                  hint={member.email}
                  checked={members.has(member._id)}
                  onChange={(on) => form.tick(member._id, on)}
                />
              )}
            </PagedList>
          </fieldset>
          {initial && !role && !busy && (
            <ConflictNote>
              Another admin deleted this role in the meantime. Save to create it again as a new one.
            </ConflictNote>
          )}
          {role && form.conflict && (
            <ConflictNote ref={note} onKeepMine={form.keepMine} onAcceptTheirs={form.acceptTheirs}>
              {roleNow(role, teamMembers)}
            </ConflictNote>
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => close()}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy} busyLabel="Saving">
          Save
        </Button>
      </DialogFooter>
    </form>
  );
};

/** Edits the name and the members of a new or an existing role (B2.44). */
export const RoleDialog = () => {
  const { teamId, roleId, memberId } = useDialogInput(dialogs.teams.role);
  return (
    <TeamDialog title={roleId ? 'Edit Role' : 'Create Role'} teamId={teamId} height="240px">
      {(team) => <RoleForm team={team} roleId={roleId} memberId={memberId} />}
    </TeamDialog>
  );
};
