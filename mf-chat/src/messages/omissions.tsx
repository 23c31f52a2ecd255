import type { Omission } from '@atrium/shared-kernel/contracts/entities/omission';
import { omissionWords } from '@atrium/shared-kernel/contracts/omission-words';
import Scissors from 'lucide-react/icons/scissors';
import { isId } from '@atrium/shared-kernel/contracts/id';
import { type OwnChat, useOwnChat } from '../context/own-chat.ts';
import { useOpenContext } from '../context/open-context.ts';
import styles from './omissions.module.css';

const time = new Intl.DateTimeFormat('en', { timeStyle: 'short' });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** The time of day, with the date unless it is today. */
const timeOf = (instant: string): string => {
  const date = new Date(instant);
  return (date.toDateString() === new Date().toDateString() ? time : moment).format(date);
};

interface Props {
  readonly messageId: string;
  readonly omissions: readonly Omission[];
}

const ContextLink = ({ chat, messageId }: { readonly chat: OwnChat; readonly messageId: string }) => {
  const open = useOpenContext(chat);
  return (
    <button type="button" className={styles.link} aria-haspopup="dialog" onClick={() => void open(messageId)}>
      See what was sent
    </button>
  );
};

/** What the model was not given for an answer. The note stays with the answer. */
const Omissions = ({ messageId, omissions }: Props) => {
  const chat = useOwnChat();
  return (
    <div className={styles.box}>
      <ul className={styles.omissions} aria-label="Left out of this answer">
        {omissions.map((omission) => (
          <li key={JSON.stringify(omission)}>
            <Scissors aria-hidden />
            {omissionWords(omission, timeOf)}
          </li>
        ))}
      </ul>
      {chat && isId(messageId) && <ContextLink chat={chat} messageId={messageId} />}
    </div>
  );
};

export default Omissions;
