import { messageOf } from '@atrium/shared-kernel/client';
import { isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import * as events from '#contracts/events';
import { useRef, useState } from 'react';
import { useHost } from '../remote.ts';
import { seatsUpdated, updateFailed } from './seats.api.ts';

/**
 * `check` asks for the outcome of a change whose payment has to be confirmed, and reports it. `keep` drops the change.
 * `onOver` is called if the seats did not change.
 */
export const useConfirmation = (
  { _id: teamId, stripeSubscriptionSeats, revisions }: Team,
  quantity: number,
  onOver: () => void,
) => {
  const { alerts, bus, client, close } = useHost();
  const [busy, setBusy] = useState<'check' | 'keep'>();
  const [unconfirmed, setUnconfirmed] = useState(false);
  // Coming back fires two events at once, but the outcome is reported once.
  const running = useRef(false);
  const reported = useRef(false);
  const notify = (type: 'info' | 'warn' | 'error', message: string) =>
    alerts.show({ type, message, time: toastTimes.medium });

  const run = async (what: 'check' | 'keep', work: () => Promise<void>) => {
    if (running.current || reported.current) return;
    running.current = true;
    setBusy(what);
    try {
      await work();
    } catch (error) {
      notify('error', messageOf(error, updateFailed));
    } finally {
      running.current = false;
      setBusy(undefined);
    }
  };

  const report = async () => {
    // A preview asks the provider for the current state, without changing anything.
    await client.call(calls.billing.updateTeamSubscription, { teamId, quantity, returnProrationAmount: true });
    const team = await client.call(calls.teams.getTeam, { teamId });
    setUnconfirmed(team.seatChange?.quantity === quantity);
    if (team.seatChange?.quantity === quantity) return;
    reported.current = true;
    const changed = team.stripeSubscriptionSeats === quantity;
    bus.emit(events.teams.changed, { teamId });
    if (changed) {
      notify('info', seatsUpdated);
      close(true);
    } else {
      notify('warn', 'The payment wasn’t confirmed. Nothing was charged, and your seats didn’t change.');
      onOver();
    }
  };
  const check = () => run('check', report);

  const keep = () =>
    run('keep', async () => {
      const kept = { teamId, quantity: stripeSubscriptionSeats };
      try {
        await client.call(calls.billing.updateTeamSubscription, kept, { basedOn: revisions?.seats });
      } catch (error) {
        // Another admin may have confirmed the payment by now. Those seats are paid, so they stay.
        if (isFailure(error, calls.billing.updateTeamSubscription, 'stale')) return report();
        throw error;
      }
      onOver();
      bus.emit(events.teams.changed, { teamId });
    });

  return { busy, unconfirmed, check, keep };
};
