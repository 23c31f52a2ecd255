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

/** "2 / 3" between buttons to the previous and the next version. Renders nothing if there is only one. */
export const VersionNavigator = ({ message, versions, of }: Props) => {
  const busy = useBehavior(versions.busy$);
  const navigated = useBehavior(versions.navigated$);
  const group = useRef<HTMLDivElement>(null);
  const number = useId();
  const version = versionOf(message, of);
  const direction = navigated?.messageId === message._id && navigated.of === of ? navigated.direction : undefined;
  // Another version is another element. The focus moves to the same button there, once it is enabled.
  useEffect(() => {
    if (!direction || busy) return;
    const buttons = [...(group.current?.querySelectorAll('button') ?? [])];
    const [first, last] = direction === 'previous' ? buttons : buttons.toReversed();
    (first?.disabled ? last : first)?.focus();
    versions.focusMoved();
  }, [direction, busy, versions]);
  if (!version) return null;
  const { number: at, count, previous, next } = version;
  const name = of === 'answer' ? 'Answer' : 'Question';
  return (
    <div ref={group} className={styles.navigator} role="group" aria-label={`Versions of the ${of}`}>
      <IconButton
        size="s"
        label={`Previous ${of}`}
        aria-describedby={number}
        icon={<ChevronLeft />}
        disabled={busy || previous === undefined}
        onClick={() => void versions.navigate(message, of, 'previous')}
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
        onClick={() => void versions.navigate(message, of, 'next')}
      />
    </div>
  );
};
