import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import * as events from '#contracts/events';
import { useRef, useState } from 'react';
import { useHost } from '../remote.ts';

/**
 * `check` asks what became of seats whose payment is to be confirmed, and tells it; `keep` drops them. `onOver` is called
 * where they did not come.
 */
export const useConfirmation = (
  { _id: teamId, stripeSubscriptionSeats }: Team,
  quantity: number,
  onOver: () => void,
) => {
  const { alerts, bus, client, close } = useHost();
  const [busy, setBusy] = useState<'check' | 'keep'>();
  const [waits, setWaits] = useState(false);
  // Coming back is told twice, at once, and what became of the seats is told once.
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
      notify('error', messageOf(error, 'Failed to update subscription.'));
    } finally {
      running.current = false;
      setBusy(undefined);
    }
  };

  const check = () =>
    run('check', async () => {
      // A preview asks the provider, and changes nothing.
      await client.call(calls.billing.updateTeamSubscription, { teamId, quantity, returnProrationAmount: true });
      const team = await client.call(calls.teams.getTeam, { teamId });
      setWaits(team.seatChange?.quantity === quantity);
      if (team.seatChange?.quantity === quantity) return;
      reported.current = true;
      const changed = team.stripeSubscriptionSeats === quantity;
      bus.emit(events.teams.changed, { teamId });
      if (changed) {
        notify('info', 'Subscription seats updated successfully.');
        close(true);
      } else {
        notify('warn', 'The payment wasn’t confirmed. Nothing was charged, and your seats didn’t change.');
        onOver();
      }
    });

  const keep = () =>
    run('keep', async () => {
      await client.call(calls.billing.updateTeamSubscription, { teamId, quantity: stripeSubscriptionSeats });
      onOver();
      bus.emit(events.teams.changed, { teamId });
    });

  return { busy, waits, check, keep };
};
