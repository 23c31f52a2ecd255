import { seats as limits, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { Link, useBehavior } from '@atrium/shared-kernel/remote';
import { Wordmark } from '@atrium/shared-kernel/ui/brand';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Field } from '@atrium/shared-kernel/ui/field';
import { useEffect, useState, type FormEvent } from 'react';
import { IntervalChoice } from '../price/interval-choice.tsx';
import type { Interval } from '@atrium/shared-kernel/contracts/prices';
import { Summary } from '../price/summary.tsx';
import { useHost } from '../remote.ts';
import { usePayNow } from './new-team.api.ts';
import classes from './new-team-page.module.css';
import { payerLocationOf, type PayerLocation } from '../price/payer-location.ts';
import { clampSeats } from '@atrium/shared-kernel/contracts/validation';
import { locationFailed } from '@atrium/shared-kernel/contracts/sentences';

/** The content of the seats field after typing: a number is clamped (A5.15), anything else stays to be corrected. */
export const seatsTyped = (typed: string): string => {
  const value = clampSeats(typed, limits);
  return value === undefined ? typed : String(value);
};

/** The seats of an order. Undefined if they cannot be ordered. */
export const seatsOf = (typed: string): number | undefined => {
  const value = clampSeats(typed, limits);
  return value === undefined || value < limits.min ? undefined : value;
};

/** Validation of a new team, with its messages (A5.14). */
export const nameError = (name: string): string | undefined =>
  name.trim() === '' ? 'Club name is required.' : undefined;
export const seatsError = (typed: string): string | undefined => {
  const value = clampSeats(typed, limits);
  if (value === undefined) return 'Invalid seats quantity, please enter a valid number.';
  return value > 1 ? undefined : 'Seats quantity must be greater than 1.';
};

/** The state of the order form, and the way to its payment. */
const useTeamOrder = (location: PayerLocation | undefined) => {
  const { alerts } = useHost();
  const [name, setName] = useState('');
  const [seats, setSeats] = useState(String(limits.default));
  const [interval, setInterval] = useState<Interval>('month');
  const [sent, setSent] = useState(false);
  const payNow = usePayNow();
  const quantity = seatsOf(seats);

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSent(true);
    const { elements } = event.currentTarget;
    const broken = (nameError(name) && 'name') ?? (seatsError(seats) && 'seats');
    const input = broken && elements.namedItem(broken);
    if (input instanceof HTMLElement) input.focus();
    if (broken || quantity === undefined || payNow.isPending) return;
    if (location) payNow.mutate({ name: name.trim(), quantity, interval, location });
    else {
      alerts.show({ message: locationFailed, type: 'error', time: toastTimes.medium });
    }
  };

  return { name, setName, seats, setSeats, interval, setInterval, sent, quantity, paying: payNow.isPending, send };
};

/** `/team`: names a team, orders its seats and leads to the payment (A2.13). A visitor signs up first. */
export const NewTeamPage = () => {
  const { ipInfo$, navigation, session } = useHost();
  const user = useBehavior(session.user$);
  const visitor = useBehavior(session.authVersion$) > 0 && user === undefined;
  const location = payerLocationOf(useBehavior(ipInfo$), user);
  const { name, setName, seats, setSeats, interval, setInterval, sent, quantity, paying, send } =
    useTeamOrder(location);

  useEffect(() => {
    if (visitor) navigation.navigate('/auth/signup?team', { replace: true });
  }, [visitor, navigation]);

  return (
    <div className={classes.page}>
      <Link to="/" className={classes.brand} aria-label="Atrium, home">
        <Wordmark />
      </Link>
      <header className={classes.header}>
        <h1 className={classes.title}>Create a team</h1>
        <p className={classes.lead}>One plan and one bill for everyone you work with.</p>
      </header>
      <form className={classes.order} onSubmit={send} noValidate>
        <div className={classes.fields}>
          <Field
            name="name"
            label="Team name"
            value={name}
            onChange={setName}
            error={sent ? nameError(name) : undefined}
            maxLength={100}
            autoComplete="organization"
            required
          />
          <Field
            name="seats"
            label="Seats"
            hint="One for each person, including you. You can change the number later."
            value={seats}
            onChange={(typed) => setSeats(seatsTyped(typed))}
            error={sent || seats !== '' ? seatsError(seats) : undefined}
            inputMode="numeric"
            autoComplete="off"
            required
          />
          <IntervalChoice location={location} value={interval} onChange={setInterval} />
        </div>
        <Summary location={location} interval={interval} seats={quantity}>
          <Button type="submit" variant="primary" size="l" wide busy={paying} busyLabel="Opening the checkout">
            Pay Now
          </Button>
        </Summary>
      </form>
    </div>
  );
};
