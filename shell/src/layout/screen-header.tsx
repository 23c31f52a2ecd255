import type { BarSide } from '@atrium/shared-kernel/remote';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { Wordmark } from '@atrium/shared-kernel/ui/brand';
import { useShell } from '../shell-context.ts';
import { BarToggle } from './bar-toggle.tsx';
import styles from './screen-header.module.css';

interface ToggleProps {
  side: BarSide;
  what: string;
}

const Toggle = ({ side, what }: ToggleProps) => {
  const { layout } = useShell().host;
  const open = useBehavior(layout.bars$)[side];
  return <BarToggle side={side} what={what} open={open} onClick={() => layout.setBar(side, !open)} />;
};

/** The header of the center area: the toggles of the bars in its corners, and the brand unless a bar shows it. */
export const ScreenHeader = ({ left, right }: { left: boolean; right: boolean }) => {
  const { layout } = useShell().host;
  const { left: leftOpen } = useBehavior(layout.bars$);
  const desktop = useBehavior(layout.desktop$);
  const branded = !left || !desktop || !leftOpen;
  return (
    <header className={styles.header}>
      {left && <Toggle side="left" what="chats" />}
      <span className={styles.brand}>{branded && <Wordmark size={22} />}</span>
      {right && <Toggle side="right" what="memory" />}
    </header>
  );
};
