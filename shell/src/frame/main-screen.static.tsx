import type { BarSide } from '@atrium/shared-kernel/remote';
import { Wordmark } from '@atrium/shared-kernel/ui/brand';
import bar from '../layout/bar.module.css';
import layout from '../layout/main-screen.module.css';
import { BarToggle } from '../layout/bar-toggle.tsx';
import header from '../layout/screen-header.module.css';
import { BarSkeleton, ChatSkeleton } from '../layout/skeletons.tsx';
import './frame.css';
import styles from './main-screen.module.css';

const Bar = ({ side, label }: { side: BarSide; label: string }) => (
  <aside
    aria-label={label}
    className={`${bar.bar} ${styles.member} ${styles[side]}`}
    data-side={side}
    data-open
    data-over={false}
  >
    <div className={bar.content}>
      <slot name={`shell.${side}`}>
        <BarSkeleton />
      </slot>
    </div>
  </aside>
);

/** Both states of a toggle. The page shows only the one of this browser's bars. */
const Toggles = ({ side, what }: { side: BarSide; what: string }) => (
  <>
    <BarToggle side={side} what={what} open className={`${styles.member} ${styles[side]}`} />
    <BarToggle side={side} what={what} open={false} className={`${styles.member} ${styles[`${side}Closed`]}`} />
  </>
);

/** The main screen before any script has loaded. The edge puts the static parts of remotes into its slots. */
export const MainScreenStatic = () => (
  <div className={layout.screen}>
    <Bar side="left" label="Chats" />
    <main className={layout.center}>
      <header className={header.header}>
        <Toggles side="left" what="chats" />
        <span className={header.brand}>
          <Wordmark size={22} className={styles.besideLeft} />
        </span>
        <Toggles side="right" what="memory" />
      </header>
      <div className={layout.slot}>
        <slot name="shell.main">
          <ChatSkeleton />
        </slot>
      </div>
    </main>
    <Bar side="right" label="Memory" />
  </div>
);
