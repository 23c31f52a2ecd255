import CloudAlert from 'lucide-react/icons/cloud-alert';
import RotateCw from 'lucide-react/icons/rotate-cw';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

export interface FailureStateProps {
  /** What happened, such as 'Failed to get chats.' */
  readonly title: string;
  readonly text?: ReactNode | undefined;
  /** Without it, there is no Retry button. */
  readonly onRetry?: (() => void) | undefined;
  readonly busy?: boolean | undefined;
  readonly small?: boolean | undefined;
  readonly className?: string | undefined;
}

/**
 * Says what happened and offers Retry. The shell finds it by `data-failure` and presses Retry when the network is back.
 */
export const FailureState = ({ title, text, onRetry, busy = false, small = false, className }: FailureStateProps) => (
  <div role="alert" data-failure className={className}>
    <EmptyState
      icon={<CloudAlert />}
      title={title}
      text={text}
      small={small}
      action={
        onRetry && (
          <Button size={small ? 's' : 'm'} icon={<RotateCw />} busy={busy} busyLabel="Retrying…" onClick={onRetry}>
            Retry
          </Button>
        )
      }
    />
  </div>
);
