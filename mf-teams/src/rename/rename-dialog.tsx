import { useConflict } from '@atrium/shared-kernel/conflict';
import { ConflictNote } from '@atrium/shared-kernel/conflict/note';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as dialogs from '#contracts/dialogs';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import { messages } from '@atrium/shared-kernel/contracts/validation';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody, DialogFooter } from '@atrium/shared-kernel/ui/dialog-body';
import { Field } from '@atrium/shared-kernel/ui/field';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useHost } from '../remote.ts';
import { useTeamChange } from '../team/team.api.ts';
import { TeamDialog } from '../team/team-dialog.tsx';
import classes from './rename.module.css';

const title = 'Rename Team';

const RenameForm = ({ team }: { readonly team: Team }) => {
  const { alerts, client, close } = useHost();
  const [name, setName] = useState(team.name);
  const field = useRef<HTMLInputElement>(null);
  const { busy, run } = useTeamChange(team._id);
  const { base, conflict, note, blocks, settle } = useConflict(team, (before, now) => before.name !== now.name);
  const missing = name.trim() === '';
  useEffect(() => field.current?.select(), []);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (missing) return field.current?.focus();
    const request = { teamId: team._id, name: name.trim() };
    const basedOn = base.revisions?.name;
    if (request.name === team.name) return close();
    if (blocks()) return undefined;
    if (!(await run(() => client.call(calls.teams.renameTeam, request, { basedOn })))) return undefined;
    alerts.show({ type: 'info', time: toastTimes.medium, message: `The team is now called ${request.name}.` });
    return close();
  };

  const acceptTheirs = () => {
    settle();
    setName(team.name);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <DialogBody title={title} onClose={() => close()}>
        <div className={classes.form}>
          <Field
            ref={field}
            label="Name"
            maxLength={100}
            value={name}
            error={missing ? messages.name : undefined}
            onChange={setName}
            autoComplete="organization"
          />
          {conflict && !busy && (
            <ConflictNote ref={note} onKeepMine={() => settle()} onAcceptTheirs={acceptTheirs}>
              Another admin renamed this team to “<bdi>{team.name}</bdi>” in the meantime.
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

/** Renames a team. */
export const RenameDialog = () => {
  const { teamId } = useDialogInput(dialogs.teams.rename);
  return (
    <TeamDialog title={title} teamId={teamId} height="72px">
      {(team) => <RenameForm team={team} />}
    </TeamDialog>
  );
};
