import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import { Button, buttonLook } from '@atrium/shared-kernel/ui/button';
import { DialogBody, DialogFooter } from '@atrium/shared-kernel/ui/dialog-body';
import { useEffect, useRef } from 'react';
import { useHost } from '../remote.ts';
import { inWords } from '../team/dates.ts';
import { useConfirmation } from './confirmation.api.ts';
import classes from './seats.module.css';

interface ConfirmPaymentProps {
  readonly title: string;
  readonly team: Team;
  readonly change: NonNullable<Team['seatChange']>;
  /** The change has not come, and waits for nothing any more. */
  readonly onOver: () => void;
}

/** Other seats whose payment has to be confirmed at the provider's page, in a tab of its own: whoever comes back sees what became of it. */
export const ConfirmPayment = ({ title, team, change, onOver }: ConfirmPaymentProps) => {
  const { close } = useHost();
  const { busy, waits, check, keep } = useConfirmation(team, change.quantity, onOver);
  const current = useRef(check);
  useEffect(() => {
    current.current = check;
  });
  const waiting = team.seatChange !== undefined;
  // It was settled in the other tab, which the team has shown before this one got the focus.
  useEffect(() => {
    if (!waiting) void current.current();
  }, [waiting]);
  useEffect(() => {
    const comeBack = () => {
      if (document.visibilityState === 'visible') void check();
    };
    const page = document.defaultView;
    page?.addEventListener('focus', comeBack);
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      page?.removeEventListener('focus', comeBack);
      document.removeEventListener('visibilitychange', comeBack);
    };
  });
  const { quantity, redirectUrl, expires } = change;
  return (
    <>
      <DialogBody title={title} description={team.name} onClose={() => close()}>
        <div className={classes.confirm}>
          <p>Your bank asks you to confirm the payment for {quantity.toLocaleString('en-US')} seats.</p>
          <p className={classes.text}>
            The page opens in a new tab. Your seats change once the payment is confirmed. You have until{' '}
            {inWords(expires)}. Until then nothing is charged.
          </p>
          <a
            className={buttonLook({ variant: 'primary', wide: true })}
            href={redirectUrl}
            target="_blank"
            rel="noreferrer"
          >
            Confirm Payment
          </a>
          <p className={classes.text} role="status">
            {waits ? 'The payment isn’t confirmed yet.' : ''}
          </p>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button busy={busy === 'keep'} onClick={() => void keep()}>
          Keep {team.stripeSubscriptionSeats.toLocaleString('en-US')} Seats
        </Button>
        <Button busy={busy === 'check'} onClick={() => void check()}>
          Check Again
        </Button>
      </DialogFooter>
    </>
  );
};
