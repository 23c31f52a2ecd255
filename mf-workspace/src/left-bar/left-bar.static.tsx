import { ChatListSkeleton } from '../chat-list/chat-list-skeleton.tsx';
import { RestingFooter } from './bar-footer.tsx';
import { RestingHeader } from './bar-header.tsx';
import styles from './left-bar.module.css';

/** What stands in the left bar before any script has come. A visitor has no bars. */
export const LeftBarStatic = () =>
  (['premium', 'free', 'unknown'] as const).map((kind) => (
    <div key={kind} className={styles.bar} data-for={kind}>
      <RestingHeader kind={kind} />
      <div className={styles.scroller}>
        <ChatListSkeleton />
      </div>
      <RestingFooter />
    </div>
  ));
