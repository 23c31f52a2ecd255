import { useBehavior } from '@atrium/shared-kernel/remote';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useEffect, useId, useRef } from 'react';
import type { LiveMessage } from '../reply/reply.ts';
import { versionOf, type Versioned } from './version-of.ts';
import type { VersionsModel } from './versions.model.ts';
import styles from './versions.module.css';

interface Props {
  readonly message: LiveMessage;
  readonly versions: VersionsModel;
  readonly of: Versioned;
}

/** "2 / 3" between the ways to the version before and after; nothing where there is one only. */
export const VersionNavigator = ({ message, versions, of }: Props) => {
  const busy = useBehavior(versions.busy$);
  const walked = useBehavior(versions.walked$);
  const group = useRef<HTMLDivElement>(null);
  const number = useId();
  const version = versionOf(message, of);
  const direction = walked?.messageId === message._id && walked.of === of ? walked.direction : undefined;
  // Another version is another element: the focus goes on where it was, once the button can have it.
  useEffect(() => {
    if (!direction || busy) return;
    const buttons = [...(group.current?.querySelectorAll('button') ?? [])];
    const [first, last] = direction === 'previous' ? buttons : buttons.toReversed();
    (first?.disabled ? last : first)?.focus();
    versions.arrive();
  }, [direction, busy, versions]);
  if (!version) return null;
  const { number: at, count, previous, next } = version;
  const name = of === 'answer' ? 'Answer' : 'Question';
  return (
    <div ref={group} className={styles.walker} role="group" aria-label={`Versions of the ${of}`}>
      <IconButton
        size="s"
        label={`Previous ${of}`}
        aria-describedby={number}
        icon={<ChevronLeft />}
        disabled={busy || previous === undefined}
        onClick={() => void versions.walk(message, of, 'previous')}
      />
      <span id={number} className={styles.number} role="img" aria-label={`${name} ${at} of ${count}`}>
        <span>{name} </span>
        {at} / {count}
      </span>
      <IconButton
        size="s"
        label={`Next ${of}`}
        aria-describedby={number}
        icon={<ChevronRight />}
        disabled={busy || next === undefined}
        onClick={() => void versions.walk(message, of, 'next')}
      />
    </div>
  );
};
