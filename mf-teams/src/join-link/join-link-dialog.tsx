import { useConflict } from '@atrium/shared-kernel/conflict';
import { ConflictNote } from '@atrium/shared-kernel/conflict/note';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { joinLinkDays } from '@atrium/shared-kernel/contracts/constants';
import * as dialogs from '#contracts/dialogs';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody, DialogFooter } from '@atrium/shared-kernel/ui/dialog-body';
import { Field } from '@atrium/shared-kernel/ui/field';
import { Select } from '@atrium/shared-kernel/ui/select';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { type SyntheticEvent, useState } from 'react';
import { useHost } from '../remote.ts';
import { inWords } from '../team/dates.ts';
import { freeSeats } from '../team/members.ts';
import { useTeamChange } from '../team/team.api.ts';
import { TeamDialog } from '../team/team-dialog.tsx';
import { useCopyLink } from './copy-link.ts';
import classes from './join-link.module.css';
import { isExpired, joinLinkOf } from './link.ts';

const title = 'Join Link';
const forever = 'forever';
const options = [
  ...joinLinkDays.map((days) => ({ value: String(days), label: days === 1 ? '1 day' : `${days} days` })),
  { value: forever, label: 'Until you renew it' },
];

const remarkOf = (team: Team): string => {
  if (isExpired(team)) return 'This link has expired. No one can join with it.';
  if (team.joinExpires) return `Works until ${inWords(team.joinExpires)}.`;
  return 'Works until you renew it.';
};

const otherLink = (before: Team, now: Team): boolean => before.revisions?.link !== now.revisions?.link;

const JoinLinkForm = ({ team }: { readonly team: Team }) => {
  const { client, close, navigation } = useHost();
  const [days, setDays] = useState(forever);
  const { busy, run } = useTeamChange(team._id, true);
  const { base, conflict, note, blocks, settle } = useConflict(team, otherLink);
  /** A new link is being created here, so a change of the link is no conflict. */
  const [createdHere, setCreatedHere] = useState(false);
  if (conflict && createdHere && !busy) {
    settle();
    setCreatedHere(false);
  }
  const copy = useCopyLink();
  const link = joinLinkOf(navigation.origin, team);

  const renew = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy || blocks()) return;
    const chosen = joinLinkDays.find((one) => String(one) === days);
    const request = { teamId: team._id, days: chosen };
    const basedOn = base.revisions?.link;
    setCreatedHere(true);
    if (!(await run(() => client.call(calls.teams.renewJoinLink, request, { basedOn })))) setCreatedHere(false);
  };

  return (
    <>
      <DialogBody title={title} description={team.name} onClose={() => close()}>
        <div className={classes.parts}>
          <Field label="Link" value={link} hint={remarkOf(team)} readOnly onFocus={({ target }) => target.select()} />
          {conflict && !createdHere && (
            <ConflictNote ref={note} onKeepMine={() => settle()} keepLabel="Got it">
              Another admin renewed the link in the meantime. The link above is theirs. Renewing again turns it off.
            </ConflictNote>
          )}
          {freeSeats(team) === 0 && <p className={classes.text}>Add more seats to share join link</p>}
          <form className={classes.renew} onSubmit={(event) => void renew(event)}>
            <p className={classes.text}>
              Creating a new link turns off the old one. People you’ve removed can only rejoin with the new link.
            </p>
            <div className={classes.line}>
              <Select label="New link expires" options={options} value={days} onChange={setDays} />
              <Button type="submit" icon={<RefreshCw />} busy={busy} busyLabel="Renewing">
                Renew Link
              </Button>
            </div>
          </form>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => close()}>Close</Button>
        <Button variant="primary" disabled={freeSeats(team) === 0 || isExpired(team)} onClick={() => void copy(team)}>
          Copy Link
        </Button>
      </DialogFooter>
    </>
  );
};

/** The join link of a team: how long it is valid, and a way to replace it. */
export const JoinLinkDialog = () => {
  const { teamId } = useDialogInput(dialogs.teams.joinLink);
  return (
    <TeamDialog title={title} teamId={teamId} height="200px">
      {(team) => <JoinLinkForm team={team} />}
    </TeamDialog>
  );
};
