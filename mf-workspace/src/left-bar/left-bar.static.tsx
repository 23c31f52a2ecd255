import { ChatListSkeleton } from '../chat-list/chat-list-skeleton.tsx';
import { StaticFooter } from './bar-footer.tsx';
import { StaticHeader } from './bar-header.tsx';
import styles from './left-bar.module.css';

/** The left bar in the prerendered HTML, with one header per access. A visitor has no bars. */
export const LeftBarStatic = () => (
  <div className={styles.bar}>
    {(['premium', 'free', 'unknown'] as const).map((kind) => (
      <StaticHeader key={kind} kind={kind} />
    ))}
    <div className={styles.scroller}>
      <ChatListSkeleton />
    </div>
    <StaticFooter />
  </div>
);
