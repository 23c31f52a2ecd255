import { priceOf } from '@atrium/shared-kernel/contracts/prices';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { useState } from 'react';
import { useHost } from '../remote.ts';
import form from '../ui/form.module.css';
import { intentOf } from './intent.ts';

/** The plan that follows the sign-up and its price in the visitor's country. Renders nothing if no plan follows. */
export const NextPlan = () => {
  const { ipInfo$, navigation, storage } = useHost();
  const ipInfo = useBehavior(ipInfo$);
  const [intent] = useState(() => intentOf(navigation.location$.value.search) ?? storage.cookies.get('intent'));
  // Joining a team needs no plan: the team has one already.
  const [joinsTeam] = useState(() => storage.cookies.get('joinTeamId') !== undefined);
  if (joinsTeam || !ipInfo || (intent !== 'subscribe' && intent !== 'team')) return null;
  const [month, year] = (['month', 'year'] as const).map((interval) => priceOf(ipInfo.country, interval, 1).perSeat);
  return (
    <p className={form.next}>
      {intent === 'team' ? (
        <>
          Next: <strong>a plan for your team</strong>, {month} a month or {year} a year for each seat.
        </>
      ) : (
        <>
          Next: <strong>Atrium for one person</strong>, {month} a month or {year} a year.
        </>
      )}{' '}
      You confirm it before anything is charged.
    </p>
  );
};
