import type { ReactNode, RefObject } from 'react';
import styles from './screen.module.css';

interface Props {
  readonly header: ReactNode;
  /** Whether the content is one whole page, such as the welcome, and not a column of messages. */
  readonly fill: boolean;
  readonly children: ReactNode;
  /** Above the content, at its end. */
  readonly over?: ReactNode;
  readonly bottom: ReactNode;
  readonly box?: RefObject<HTMLDivElement | null>;
  readonly content?: RefObject<HTMLDivElement | null>;
  readonly onScroll?: () => void;
  readonly onInput?: () => void;
}

/** The three rows of the chat screen: the title, the scrolled content, and the composer. */
export const ScreenLayout = ({ header, fill, children, over, bottom, box, content, onScroll, onInput }: Props) => (
  <>
    <header className={styles.edge}>
      <div className={`${styles.column} ${styles.header}`}>{header}</div>
    </header>
    <div className={styles.middle}>
      <div ref={box} className={styles.scroll} onScroll={onScroll}>
        <div ref={content} className={fill ? styles.fill : `${styles.column} ${styles.thread}`}>
          {children}
        </div>
      </div>
      {over}
    </div>
    <footer className={styles.edge} onInput={onInput}>
      <div className={`${styles.column} ${styles.bottom}`}>{bottom}</div>
    </footer>
  </>
);
