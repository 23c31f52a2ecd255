import { ChatListSkeleton } from '../chat-list/chat-list-skeleton.tsx';
import { RestingFooter } from './bar-footer.tsx';
import { RestingHeader } from './bar-header.tsx';
import styles from './left-bar.module.css';

/** What stands in the left bar before any script has come: its header by who that is. A visitor has no bars. */
export const LeftBarStatic = () => (
  <div className={styles.bar}>
    {(['premium', 'free', 'unknown'] as const).map((kind) => (
      <RestingHeader key={kind} kind={kind} />
    ))}
    <div className={styles.scroller}>
      <ChatListSkeleton />
    </div>
    <RestingFooter />
  </div>
);
