import { priceOf } from '@atrium/shared-kernel/contracts/prices';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { useState } from 'react';
import { useHost } from '../remote.ts';
import form from '../ui/form.module.css';
import { intentOf } from './intent.ts';

/** Which plan waits behind the sign-up, and what it costs where the visitor is; nothing where none does. */
export const NextPlan = () => {
  const { ipInfo$, navigation, storage } = useHost();
  const ipInfo = useBehavior(ipInfo$);
  const [intent] = useState(() => intentOf(navigation.location$.value.search) ?? storage.cookies.get('intent'));
  // A team that somebody joins has its plan.
  const [joins] = useState(() => storage.cookies.get('joinTeamId') !== undefined);
  if (joins || !ipInfo || (intent !== 'subscribe' && intent !== 'team')) return null;
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
