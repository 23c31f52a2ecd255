import type { ReactNode } from 'react';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ChatGroup } from './chat-groups.ts';
import styles from './chat-list.module.css';

export interface RowsProps {
  groups: readonly ChatGroup[];
  row: (chat: Chat) => ReactNode;
}

/** All groups with all their rows. */
export const Rows = ({ groups, row }: RowsProps) =>
  groups.map((group) => (
    <section key={group.name} aria-label={group.name} className={styles.group}>
      <h3 className={styles.heading}>{group.name}</h3>
      <ul className={styles.rows}>
        {group.chats.map((chat) => (
          <li key={chat._id} data-chat={chat._id}>
            {row(chat)}
          </li>
        ))}
      </ul>
    </section>
  ));
