import { useConflict } from '@atrium/shared-kernel/conflict';
import { ConflictNote } from '@atrium/shared-kernel/conflict/note';
import { seats as limits, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as dialogs from '#contracts/dialogs';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Checkbox } from '@atrium/shared-kernel/ui/checkbox';
import { DialogBody, DialogFooter } from '@atrium/shared-kernel/ui/dialog-body';
import { Field } from '@atrium/shared-kernel/ui/field';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { useHost } from '../remote.ts';
import { TeamDialog } from '../team/team-dialog.tsx';
import { amountsOf } from './amounts.ts';
import { ConfirmPayment } from './confirm-payment.tsx';
import { Cost } from './cost.tsx';
import { useProration, useUpdateSeats } from './seats.api.ts';
import classes from './seats.module.css';
import { clampSeats } from '@atrium/shared-kernel/contracts/validation';

/** What stands in the field after typing: nothing for what is no number, else a whole number within limits (B5.07). */
export const quantityTyped = (typed: string): string => {
  const value = clampSeats(typed, limits);
  return value === undefined ? '' : String(value);
};

/** Seats that can be asked for: undefined while the field is empty. */
export const quantityOf = (typed: string): number | undefined => clampSeats(typed, limits);

/** Why a quantity is no order, in words; a seat that somebody holds cannot be given back. */
export const quantityError = (quantity: number | undefined, taken: number): string | undefined => {
  if (quantity === undefined) return undefined;
  if (quantity < limits.min) return `A team needs at least ${limits.min} seats.`;
  return quantity < taken ? `${taken} members have a seat. Remove members before you reduce the seats.` : undefined;
};

const title = 'Adjust Team Seats';

/** The number of seats in the field, what it costs, and what was agreed to. */
const useSeatOrder = (team: Team) => {
  const current = team.stripeSubscriptionSeats;
  const basedOn = team.revisions?.seats;
  const { begun, conflict, note, blocks, settle } = useConflict(
    { current, basedOn },
    (before, now) => before.basedOn !== now.basedOn,
  );
  const [typed, setTyped] = useState(String(current));
  const [confirmed, setConfirmed] = useState<string>();
  const quantity = quantityOf(typed);
  const error = quantityError(quantity, team.members.length);
  const changed = quantity !== undefined && quantity !== current && error === undefined;
  const { preview, failure, retry } = useProration(team._id, changed ? quantity : undefined, basedOn);
  const charged = (preview?.prorationInvoice?.amount_due ?? 0) > 0;
  const payable = preview !== undefined && preview.openInvoice === undefined;
  /** What is agreed to: so many seats instead of those that there are. */
  const order = `${quantity} ${basedOn}`;
  const agreed = confirmed === order;
  return {
    current,
    basedOn,
    begun,
    conflict,
    note,
    blocks,
    typed,
    quantity,
    error,
    changed,
    preview,
    failure,
    retry,
    charged,
    agreed,
    ready: !changed || (payable && (!charged || agreed)),
    type: (value: string) => setTyped(quantityTyped(value)),
    agree: (on: boolean) => setConfirmed(on ? order : undefined),
    /** What is typed stands, knowing the seats that there are now. */
    keep: () => settle(),
    /** Begins again with the seats that there are now. */
    restart: () => {
      settle();
      setTyped(String(current));
    },
  };
};

interface OrderProps {
  readonly team: Team;
  readonly order: ReturnType<typeof useSeatOrder>;
  readonly updating: boolean;
}

/** What has to be known of the order before it is given: others' changes, the price, and what is charged now. */
const OrderNotes = ({ team, order, updating }: OrderProps) => {
  const { current, begun, note, changed, preview, charged, agreed } = order;
  const amounts = amountsOf(preview);
  return (
    <>
      {order.conflict && !updating && (
        <ConflictNote ref={note} onKeep={order.keep} onTake={order.restart}>
          {current === begun.current
            ? 'The plan of this team changed in the meantime.'
            : `The seats of this team changed from ${begun.current} to ${current} in the meantime.`}{' '}
          What you typed is still here. Check it and its price before you update.
        </ConflictNote>
      )}
      {changed && (
        <Cost teamId={team._id} amounts={amounts} charged={charged} failure={order.failure} onRetry={order.retry} />
      )}
      {changed && charged && amounts && (
        <Checkbox
          label={`I agree that ${amounts.now} (${amounts.currency}) will be charged now.`}
          checked={agreed}
          disabled={updating}
          onChange={order.agree}
        />
      )}
    </>
  );
};

const SeatsForm = ({ team }: { readonly team: Team }) => {
  const { alerts, close } = useHost();
  const order = useSeatOrder(team);
  const { current, basedOn, quantity, error, preview, ready } = order;
  const field = useRef<HTMLInputElement>(null);
  const { updating, update } = useUpdateSeats(team._id);
  useEffect(() => field.current?.select(), []);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (updating || !ready || error !== undefined || order.blocks()) return;
    if (quantity === undefined)
      alerts.show({ type: 'warn', time: toastTimes.medium, message: 'Please enter a valid quantity.' });
    else if (quantity === current) close();
    else void update({ quantity, prorationDate: preview?.prorationDate, increase: quantity > current, basedOn });
  };

  return (
    <form noValidate onSubmit={submit}>
      <DialogBody title={title} description={team.name} onClose={() => close()}>
        <div className={classes.form}>
          <Field
            ref={field}
            label="Seats"
            hint={`Currently ${current}, with ${team.members.length} in use.`}
            value={order.typed}
            error={error}
            onChange={order.type}
            disabled={updating}
            inputMode="numeric"
            autoComplete="off"
            maxLength={String(limits.max).length + 1}
          />
          <OrderNotes team={team} order={order} updating={updating} />
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

/** The change that waits for its payment, until it is known what became of it; else the form. */
const Seats = ({ team }: { readonly team: Team }) => {
  const { seatChange } = team;
  const [change, setChange] = useState(seatChange);
  const [over, setOver] = useState<typeof seatChange>();
  if (seatChange && seatChange !== change && seatChange !== over) setChange(seatChange);
  const end = () => {
    setOver(seatChange);
    setChange(undefined);
  };
  return change ? <ConfirmPayment title={title} team={team} change={change} onOver={end} /> : <SeatsForm team={team} />;
};

/** The paid seats of a team: how many, what the change costs now and next time, and the change (B4.47 to B4.50). */
export const SeatsDialog = () => {
  const { teamId } = useDialogInput(dialogs.teams.seats);
  return (
    <TeamDialog title={title} teamId={teamId} height="160px">
      {(team) => <Seats team={team} />}
    </TeamDialog>
  );
};
