import { Button } from '@atrium/shared-kernel/ui/button';
import ArrowDown from 'lucide-react/icons/arrow-down';
import styles from './screen.module.css';

export const JumpToEnd = ({ onClick }: { readonly onClick: () => void }) => (
  <Button className={styles.jump} size="s" icon={<ArrowDown />} onClick={onClick}>
    Jump to newest
  </Button>
);
