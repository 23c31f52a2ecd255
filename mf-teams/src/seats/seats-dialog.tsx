import { seats as limits, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Checkbox } from '@atrium/shared-kernel/ui/checkbox';
import { DialogBody, DialogFooter } from '@atrium/shared-kernel/ui/dialog-body';
import { Field } from '@atrium/shared-kernel/ui/field';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useRemote } from '../remote.ts';
import { TeamDialog } from '../team/team-dialog.tsx';
import { StaleNote } from '../ui/stale-note.tsx';
import { useAmounts } from './amounts.ts';
import { ConfirmPayment } from './confirm-payment.tsx';
import { Cost } from './cost.tsx';
import { quantityError, quantityOf, quantityTyped } from './quantity.ts';
import { useProration, useUpdateSeats } from './seats.api.ts';
import classes from './seats.module.css';

const title = 'Adjust Team Seats';

const SeatsForm = ({ team }: { readonly team: Team }) => {
  const { alerts, close } = useRemote();
  const current = team.stripeSubscriptionSeats;
  const basedOn = team.revisions?.seats;
  const [begun, setBegun] = useState({ current, basedOn });
  const [typed, setTyped] = useState(String(current));
  const [confirmed, setConfirmed] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const quantity = quantityOf(typed);
  const error = quantityError(quantity, team.members.length);
  const changed = quantity !== undefined && quantity !== current && error === undefined;
  const { preview, failed, retry } = useProration(team._id, changed ? quantity : undefined, basedOn);
  const { updating, update } = useUpdateSeats(team._id);
  const amounts = useAmounts(preview);
  /** What is agreed to: so many seats instead of those that there are. */
  const order = `${quantity} ${basedOn}`;
  const charged = (preview?.prorationInvoice?.amount_due ?? 0) > 0;
  const payable = preview !== undefined && preview.openInvoice === undefined;
  const ready = !changed || (payable && (!charged || confirmed === order));
  useEffect(() => field.current?.select(), []);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (updating || !ready || error !== undefined) return;
    if (quantity === undefined)
      alerts.show({ type: 'warn', time: toastTimes.medium, message: 'Please enter a valid quantity.' });
    else if (quantity === current) close();
    else void update({ quantity, prorationDate: preview?.prorationDate, increase: quantity > current, basedOn });
  };

  const take = () => {
    setBegun({ current, basedOn });
    setTyped(String(current));
  };

  return (
    <form noValidate onSubmit={submit}>
      <DialogBody title={title} description={team.name} onClose={() => close()}>
        <div className={classes.form}>
          <Field
            ref={field}
            label="Seats"
            hint={`Now ${current}, of which ${team.members.length} are taken.`}
            value={typed}
            error={error}
            onChange={(value) => setTyped(quantityTyped(value))}
            disabled={updating}
            inputMode="numeric"
            autoComplete="off"
            maxLength={String(limits.max).length + 1}
          />
          {begun.basedOn !== basedOn && (
            <StaleNote onTake={take}>
              {current === begun.current
                ? 'The plan of this team changed in the meantime.'
                : `The seats of this team changed from ${begun.current} to ${current} in the meantime.`}{' '}
              Nothing you typed is lost: check it and its price before you update.
            </StaleNote>
          )}
          {changed && <Cost teamId={team._id} amounts={amounts} charged={charged} failed={failed} onRetry={retry} />}
          {changed && charged && amounts && (
            <Checkbox
              label={`I confirm that ${amounts.now} is charged now.`}
              checked={confirmed === order}
              disabled={updating}
              onChange={(on) => setConfirmed(on ? order : undefined)}
            />
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => close()}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          busy={updating}
          busyLabel="Updating"
          disabled={!ready || error !== undefined}
        >
          Update
        </Button>
      </DialogFooter>
    </form>
  );
};

/** The paid seats of a team: how many, what the change costs now and next time, and the change (B4.47 to B4.50). */
export const SeatsDialog = () => {
  const { teamId } = useDialogInput(dialogs.teams.seats);
  return (
    <TeamDialog title={title} teamId={teamId} height="160px">
      {(team) =>
        team.seatChange ? (
          <ConfirmPayment title={title} team={team} change={team.seatChange} />
        ) : (
          <SeatsForm team={team} />
        )
      }
    </TeamDialog>
  );
};
