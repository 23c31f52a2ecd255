import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { everythingElseWorks } from '@atrium/shared-kernel/contracts/sentences';
import type { Phase } from '../remotes/failure.ts';
import styles from './failure-panel.module.css';

interface Props {
  remote: string;
  version: string;
  /** Without its leading `./`. */
  module: string;
  phase: Phase;
  onRetry: () => void;
}

const explanations: Record<Phase, string> = {
  entry: 'It couldn’t be reached.',
  expose: 'Its code couldn’t be loaded.',
  mount: 'It didn’t start.',
  render: 'It stopped working.',
};

/** Replaces a module that failed: says what failed and where, and offers Retry. The rest of the page keeps working. */
export const FailurePanel = ({ remote, version, module, phase, onRetry }: Props) => (
  <section
    className={styles.panel}
    aria-label={`${remote} is not available: ${module}`}
    data-remote={remote}
    data-phase={phase}
  >
    <FailureState
      title="This part of Atrium is not available"
      text={`${explanations[phase]} ${everythingElseWorks}`}
      onRetry={onRetry}
    />
    <p className={styles.detail}>
      {remote} {version} · {module} · {phase}
    </p>
  </section>
);
