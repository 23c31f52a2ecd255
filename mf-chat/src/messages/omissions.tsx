import type { Omission } from '@atrium/shared-kernel/contracts/entities/omission';
import { omissionWords } from '@atrium/shared-kernel/contracts/omission-words';
import Scissors from 'lucide-react/icons/scissors';
import styles from './omissions.module.css';

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The time of day, with the day where it was not today. */
const timeOf = (instant: string): string => {
  const date = new Date(instant);
  return (date.toDateString() === new Date().toDateString() ? time : moment).format(date);
};

interface Props {
  readonly omissions: readonly Omission[];
}

/** What the model was not given for an answer: it stays with the answer. */
const Omissions = ({ omissions }: Props) => (
  <ul className={styles.omissions} aria-label="Left out of this answer">
    {omissions.map((omission) => (
      <li key={JSON.stringify(omission)}>
        <Scissors aria-hidden />
        {omissionWords(omission, timeOf)}
      </li>
    ))}
  </ul>
);

export default Omissions;
