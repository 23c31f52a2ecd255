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

/**
 * The content of the field after typing: nothing for anything but a number, else a whole number within limits (B5.07).
 */
export const quantityTyped = (typed: string): string => {
  const value = clampSeats(typed, limits);
  return value === undefined ? '' : String(value);
};

/** The number of seats to order. Undefined while the field is empty. */
export const quantityOf = (typed: string): number | undefined => clampSeats(typed, limits);

/** Why a quantity cannot be ordered. A seat that is in use cannot be removed. */
export const quantityError = (quantity: number | undefined, occupied: number): string | undefined => {
  if (quantity === undefined) return undefined;
  if (quantity < limits.min) return `A team needs at least ${limits.min} seats.`;
  return quantity < occupied
    ? `${occupied} members have a seat. Remove members before you reduce the seats.`
    : undefined;
};

const title = 'Adjust Team Seats';

/** The ordered number of seats, its price, and whether that was agreed to. */
const useSeatOrder = (team: Team) => {
  const current = team.stripeSubscriptionSeats;
  const basedOn = team.revisions?.seats;
  const { initial, conflict, note, blocks, settle } = useConflict(
    { current, basedOn },
    (before, now) => before.basedOn !== now.basedOn,
  );
  const [typed, setTyped] = useState(String(current));
  const [confirmed, setConfirmed] = useState<string>();
  const quantity = quantityOf(typed);
  const error = quantityError(quantity, team.members.length);
  const changed = quantity !== undefined && quantity !== current && error === undefined;
  const { preview, failure, retry } = useProration(team._id, changed ? quantity : undefined, basedOn);
  const due = preview?.prorationInvoice?.amount_due ?? 0;
  const charged = due > 0;
  const payable = preview !== undefined && preview.openInvoice === undefined;
  /** Identifies what is agreed to: this amount for this many seats, instead of the current ones. */
  const order = `${quantity} ${basedOn} ${due}`;
  const agreed = confirmed === order;
  return {
    current,
    basedOn,
    initial,
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
    increase: quantity !== undefined && quantity > current,
    agreed,
    ready: !changed || (payable && (!charged || agreed)),
    type: (value: string) => setTyped(quantityTyped(value)),
    agree: (on: boolean) => setConfirmed(on ? order : undefined),
    /** Keeps what was typed, although the seats have changed. */
    keep: () => settle(),
    /** Restarts with the current seats. */
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

/** What the user has to know before ordering: changes by others, the price, and what is charged now. */
const OrderNotes = ({ team, order, updating }: OrderProps) => {
  const { current, initial, note, changed, preview, charged, increase, agreed } = order;
  const amounts = amountsOf(preview);
  return (
    <>
      {order.conflict && !updating && (
        <ConflictNote ref={note} onKeepMine={order.keep} onAcceptTheirs={order.restart}>
          {current === initial.current
            ? 'The plan of this team changed in the meantime.'
            : `The seats of this team changed from ${initial.current} to ${current} in the meantime.`}{' '}
          What you typed is still here. Check it and its price before you update.
        </ConflictNote>
      )}
      {changed && (
        <Cost
          teamId={team._id}
          amounts={amounts}
          charged={charged}
          increase={increase}
          failure={order.failure}
          onRetry={order.retry}
        />
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
    else void update({ quantity, prorationDate: preview?.prorationDate, increase: order.increase, basedOn });
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

/** The change whose payment is pending, until its outcome is known. Else the form. */
const Seats = ({ team }: { readonly team: Team }) => {
  const { seatChange } = team;
  const [change, setChange] = useState(seatChange);
  const [finished, setFinished] = useState<typeof seatChange>();
  if (seatChange && seatChange !== change && seatChange !== finished) setChange(seatChange);
  const end = () => {
    setFinished(seatChange);
    setChange(undefined);
  };
  return change ? <ConfirmPayment title={title} team={team} change={change} onOver={end} /> : <SeatsForm team={team} />;
};

/** Changes the paid seats of a team, and shows the price now and next time (B4.47 to B4.50). */
export const SeatsDialog = () => {
  const { teamId } = useDialogInput(dialogs.teams.seats);
  return (
    <TeamDialog title={title} teamId={teamId} height="160px">
      {(team) => <Seats team={team} />}
    </TeamDialog>
  );
};
