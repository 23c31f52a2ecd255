import { useConflict } from '@atrium/shared-kernel/conflict';
import { ConflictNote } from '@atrium/shared-kernel/conflict/note';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as dialogs from '#contracts/dialogs';
import type { Member, Team } from '@atrium/shared-kernel/contracts/entities/team';
import { PagedList } from '@atrium/shared-kernel/lists/paged-list';
import { useBehavior, useDialogInput } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Checkbox } from '@atrium/shared-kernel/ui/checkbox';
import { DialogBody, DialogFooter } from '@atrium/shared-kernel/ui/dialog-body';
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import { Radio } from '@atrium/shared-kernel/ui/radio-group';
import { type SyntheticEvent, useId, useState } from 'react';
import { useHost } from '../remote.ts';
import { fullName, membersOf, searchTextOf } from '../team/members.ts';
import { payerOf, planStateOf } from '../team/plan-state.ts';
import { useTeamChange } from '../team/team.api.ts';
import { TeamDialog } from '../team/team-dialog.tsx';
import choices from '../ui/choices.module.css';
import classes from './transfer.module.css';

const title = 'Transfer Ownership';

interface CandidateProps {
  readonly group: string;
  readonly member: Member;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

const Candidate = ({ group, member, chosen, onChoose }: CandidateProps) => (
  <div className={classes.candidate}>
    <Radio id={`${group}-${member._id}`} name={group} checked={chosen} onChange={onChoose} />
    <label htmlFor={`${group}-${member._id}`} className={classes.words}>
      <bdi>{fullName(member)}</bdi> <span className={classes.text}>{member.email}</span>
    </label>
  </div>
);

interface OwnerChoiceProps {
  readonly legend: string;
  readonly candidates: readonly Member[];
  readonly chosen: string | undefined;
  readonly onChoose: (memberId: string) => void;
}

const OwnerChoice = ({ legend, candidates, chosen, onChoose }: OwnerChoiceProps) => {
  const group = useId();
  return (
    <fieldset className={choices.group}>
      <legend className={choices.legend}>{legend}</legend>
      <PagedList
        label="Members"
        items={candidates}
        keyOf={({ _id }) => _id}
        searchTextOf={searchTextOf}
        keeps={({ _id }) => _id === chosen}
      >
        {(member) => (
          <Candidate
            group={group}
            member={member}
            chosen={chosen === member._id}
            onChoose={() => onChoose(member._id)}
          />
        )}
      </PagedList>
    </fieldset>
  );
};

const adminsNow = (team: Team): string => {
  const names = membersOf(team).filter(({ _id }) => team.admins.includes(_id));
  const who = new Intl.ListFormat('en-US').format(names.map(fullName));
  return `This team’s admins changed in the meantime. They’re now ${who}.`;
};

const otherAdmins = (before: Team, now: Team): boolean => before.revisions?.admins !== now.revisions?.admins;

/** The admin who stays the owner, whoever gets the user's rights, because the plan is theirs. */
const otherOwnerOf = (team: Team, selfId: string): Member | undefined =>
  membersOf(team).find(({ _id }) => _id === team.owner && _id !== selfId);

/** What stays as it is, since a transfer moves neither the plan nor its card. */
const whatStays = (team: Team, selfId: string): string | undefined => {
  const otherOwner = otherOwnerOf(team, selfId);
  if (otherOwner) return `${fullName(otherOwner)} stays the owner of this team.`;
  return payerOf(team) === selfId && planStateOf(team) !== 'ending'
    ? 'You’ll keep paying for this team with your card. As a regular member, you can’t manage its billing.'
    : undefined;
};

const NobodyElse = () => {
  const { close } = useHost();
  return (
    <DialogBody title={title} onClose={() => close()}>
      <EmptyState small title="No one else is on this team yet" text="Share the join link first." />
    </DialogBody>
  );
};

const TransferForm = ({ team, selfId }: { readonly team: Team; readonly selfId: string }) => {
  const { alerts, client, close } = useHost();
  const [chosen, setChosen] = useState<string>();
  const [stay, setStay] = useState(false);
  const { busy, run } = useTeamChange(team._id);
  const { base, conflict, note, blocks, settle } = useConflict(team, otherAdmins);
  const candidates = membersOf(team).filter(({ _id }) => _id !== selfId);
  // Undefined also once the chosen member has left.
  const newOwner = candidates.find(({ _id }) => _id === chosen);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!newOwner || blocks()) return;
    const request = { teamId: team._id, memberId: newOwner._id, stay };
    const basedOn = base.revisions?.admins;
    if (!(await run(() => client.call(calls.teams.transferOwnership, request, { basedOn })))) return;
    // An admin who pays is the owner for as long as they are an admin.
    const moves = team.owner === undefined || team.owner === newOwner._id || (team.owner === selfId && !stay);
    const message = `${fullName(newOwner)} ${moves ? 'now owns' : 'is now an admin of'} ${team.name}.`;
    alerts.show({ type: 'info', time: toastTimes.medium, message });
    close(!stay);
  };

  const stays = whatStays(team, selfId);
  const becomes = otherOwnerOf(team, selfId) ? 'admin' : 'owner';
  if (candidates.length === 0) return <NobodyElse />;
  return (
    <form onSubmit={(event) => void submit(event)}>
      <DialogBody
        title={title}
        description={`The new ${becomes} manages members, roles, agents, seats and the team’s billing.`}
        onClose={() => close()}
      >
        <div className={classes.parts}>
          {stays !== undefined && <p className={classes.text}>{stays}</p>}
          {/* Above the members, who may be many, so that nobody misses it. */}
          <Checkbox
            label="Keep me as an admin"
            hint="Otherwise, you become a regular member."
            checked={stay}
            onChange={setStay}
          />
          <OwnerChoice legend={`New ${becomes}`} candidates={candidates} chosen={chosen} onChoose={setChosen} />
          {conflict && !busy && (
            <ConflictNote ref={note} onKeepMine={() => settle()} keepLabel="Keep my choice">
              {adminsNow(team)}
            </ConflictNote>
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => close()}>Cancel</Button>
        <Button
          type="submit"
          variant={stay ? 'primary' : 'danger'}
          busy={busy}
          busyLabel="Transferring"
          disabled={!newOwner}
        >
          Transfer
        </Button>
      </DialogFooter>
    </form>
  );
};

/** Makes another member the owner of the team. */
export const TransferDialog = () => {
  const { session } = useHost();
  const user = useBehavior(session.user$);
  const { teamId } = useDialogInput(dialogs.teams.transfer);
  return (
    <TeamDialog title={title} teamId={teamId} height="240px">
      {(team) => <TransferForm team={team} selfId={user?._id ?? ''} />}
    </TeamDialog>
  );
};
