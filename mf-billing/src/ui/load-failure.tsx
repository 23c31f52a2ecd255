import { messageOf } from '@atrium/shared-kernel/client';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';

interface LoadFailureProps {
  /** What could not be loaded, for example `your usage`. */
  readonly what: string;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly busy: boolean;
}

/** Replaces a part of the settings that could not be loaded. */
export const LoadFailure = ({ what, error, onRetry, busy }: LoadFailureProps) => (
  <FailureState
    small
    title={`Couldn’t load ${what}.`}
    text={messageOf(error, 'Please try again.')}
    onRetry={onRetry}
    busy={busy}
  />
);
