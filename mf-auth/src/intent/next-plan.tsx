import { priceOf } from '@atrium/shared-kernel/contracts/prices';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { useState } from 'react';
import { useHost } from '../remote.ts';
import form from '../ui/form.module.css';
import { intentOf } from './intent.ts';

interface SentenceProps {
  readonly team: boolean;
  readonly country?: string | undefined;
  /** Only takes up the space of the sentence. */
  readonly hidden?: boolean;
  readonly className?: string | undefined;
}

const Sentence = ({ team, country, hidden = false, className }: SentenceProps) => {
  const [month, year] = (['month', 'year'] as const).map((interval) => priceOf(country, interval, 1).perSeat);
  const looks = [form.next, hidden && form.space, className].filter(Boolean).join(' ');
  return (
    <p className={looks} aria-hidden={hidden || undefined}>
      {team ? (
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

/** The space of the sentence in the prerendered HTML, which the styles show if the address asks for a team. */
export const NextPlanSpace = () => <Sentence team hidden className={form.forTeam} />;

/**
 * The plan that follows the sign-up and its price in the visitor's country. Renders nothing if no plan follows, and
 * only its space until the country is known, so that nothing below it moves.
 */
export const NextPlan = () => {
  const { ipInfo$, navigation, storage } = useHost();
  const ipInfo = useBehavior(ipInfo$);
  const [intent] = useState(() => intentOf(navigation.location$.value.search) ?? storage.cookies.get('intent'));
  // Joining a team needs no plan: the team has one already.
  const [joinsTeam] = useState(() => storage.cookies.get('joinTeamId') !== undefined);
  if (joinsTeam || (intent !== 'subscribe' && intent !== 'team')) return null;
  return <Sentence team={intent === 'team'} country={ipInfo?.country} hidden={!ipInfo} />;
};
