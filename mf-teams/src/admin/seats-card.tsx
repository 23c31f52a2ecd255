import * as dialogs from '#contracts/dialogs';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import { Button } from '@atrium/shared-kernel/ui/button';
import CreditCard from 'lucide-react/icons/credit-card';
import LinkIcon from 'lucide-react/icons/link';
import Users from 'lucide-react/icons/users';
import type { ReactNode } from 'react';
import { useCopyLink } from '../join-link/copy-link.ts';
import { isExpired } from '../join-link/link.ts';
import { useHost } from '../remote.ts';
import { freeSeats, paidSeats } from '../team/members.ts';
import classes from './admin.module.css';
import { planStateOf } from '../team/plan-state.ts';
import { useTeamPortal } from '../team/portal.api.ts';

interface SeatsCardProps {
  readonly team: Team;
  readonly menu: ReactNode;
}

/** The paid seats of a team and their actions. The join link is offered only while a seat is free (B2.40). */
export const SeatsCard = ({ team, menu }: SeatsCardProps) => {
  const { dialogs: modals } = useHost();
  const portal = useTeamPortal(team._id);
  const copy = useCopyLink();
  const free = freeSeats(team);
  const plan = planStateOf(team);
  // The payment provider does not change seats of a plan that is unpaid or over.
  const fixed = plan === 'stopped' || plan === 'unpaid' || plan === 'ended';
  return (
    <section className={classes.card} aria-label="Seats">
      <div className={classes.cardHead}>
        <dl className={classes.figures}>
          <div className={classes.figure}>
            <dt>Total seats</dt>
            <dd>{paidSeats(team).toLocaleString('en-US')}</dd>
          </div>
          <div className={classes.figure}>
            <dt>{free === 1 ? 'Available seat' : 'Available seats'}</dt>
            <dd>{free.toLocaleString('en-US')}</dd>
          </div>
        </dl>
        {menu}
      </div>
      <div className={classes.actions}>
        <Button
          variant={fixed ? 'secondary' : 'primary'}
          icon={<Users />}
          disabled={fixed}
          onClick={() => void modals.open(dialogs.teams.seats, { teamId: team._id })}
        >
          Adjust Seats
        </Button>
        <Button icon={<CreditCard />} busy={portal.opening} onClick={() => void portal.open()}>
          Manage Billing
        </Button>
        {free > 0 && !isExpired(team) && (
          <Button icon={<LinkIcon />} onClick={() => void copy(team)}>
            Copy Join Link
          </Button>
        )}
      </div>
      {team.seatChange && !fixed && (
        <p className={classes.text}>
          The payment for {team.seatChange.quantity.toLocaleString('en-US')} seats isn’t confirmed yet. Open Adjust
          Seats to continue.
        </p>
      )}
      {free === 0 && <p className={classes.text}>Add more seats to share join link</p>}
      {free > 0 && isExpired(team) && (
        <p className={classes.text}>The join link has expired. Renew it so people can join.</p>
      )}
    </section>
  );
};
