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
  /** Called when the change was dropped and is no longer pending. */
  readonly onOver: () => void;
}

/**
 * A change of seats whose payment has to be confirmed on the provider's page, in a tab of its own. When the user comes
 * back, the outcome is shown.
 */
export const ConfirmPayment = ({ title, team, change, onOver }: ConfirmPaymentProps) => {
  const { close } = useHost();
  const { busy, unconfirmed, check, keep } = useConfirmation(team, change.quantity, onOver);
  const current = useRef(check);
  useEffect(() => {
    current.current = check;
  });
  const pending = team.seatChange !== undefined;
  // The outcome was known in the other tab, and the team showed it before this tab got the focus.
  useEffect(() => {
    if (!pending) void current.current();
  }, [pending]);
  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState === 'visible') void check();
    };
    const page = document.defaultView;
    page?.addEventListener('focus', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      page?.removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
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
            {unconfirmed ? 'The payment isn’t confirmed yet.' : ''}
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
