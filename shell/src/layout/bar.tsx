import type { BarSide } from '@atrium/shared-kernel/remote';
import { swipe } from '@atrium/shared-kernel/contracts/constants';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './bar.module.css';
import type { Drag } from './swipe.model.ts';

interface Props {
  side: BarSide;
  label: string;
  open: boolean;
  /** Whether the bar lies over the content, as it does below 1200 px. */
  over: boolean;
  drag: Drag | undefined;
  children: ReactNode;
}

/** How many pixels of the bar are hidden while a finger drags it, 0 to 275. */
const hiddenBy = ({ opening, offset }: Drag) => (opening ? swipe.cap - offset : offset);

/** One bar, 275 px wide: beside the content on a desktop, over it elsewhere. */
export const Bar = ({ side, label, open, over, drag, children }: Props) => {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!over || !open) return undefined;
    const before = document.activeElement;
    const element = bar.current;
    element?.focus();
    return () => {
      if (before instanceof HTMLElement && element?.contains(document.activeElement)) before.focus();
    };
  }, [over, open]);
  const hidden: Readonly<Record<`--${string}`, string>> | undefined = drag && { '--hidden': `${hiddenBy(drag)}px` };
  return (
    <aside
      ref={bar}
      tabIndex={-1}
      aria-label={label}
      className={styles.bar}
      data-side={side}
      data-open={open}
      data-over={over}
      data-dragging={drag !== undefined}
      inert={!open}
      style={hidden}
    >
      <div className={styles.content}>{children}</div>
    </aside>
  );
};
