import { useBehavior } from '@atrium/shared-kernel/remote';
import MessageSquare from 'lucide-react/icons/message-square';
import { useEffect, useRef } from 'react';
import { titleOf } from '../chat-list/open-chat.ts';
import styles from './drag-layer.module.css';
import type { Dragged, DragModel } from '../drag/drag.model.ts';

const sentence = ({ chat, over, byKey }: Dragged): string => {
  if (over) return `Over the collection ${over.name}.`;
  const how = byKey ? ' Press Up or Down to choose a collection, Space to drop, Escape to cancel.' : '';
  return `${titleOf(chat)} picked up.${how}`;
};

/** The dragged chat below the pointer, on top of everything. */
const Ghost = ({ dragged: { chat, at, over } }: { dragged: Dragged }) => {
  const ghost = useRef<HTMLDivElement>(null);
  useEffect(() => ghost.current?.showPopover?.(), []);
  return (
    <div
      ref={ghost}
      popover="manual"
      aria-hidden
      className={styles.ghost}
      data-over={over !== undefined}
      style={at && { transform: `translate(${at.x}px, ${at.y}px)` }}
    >
      <MessageSquare />
      <span dir="auto" className={styles.title}>
        {titleOf(chat)}
      </span>
    </div>
  );
};

/** The announcements of a drag, and the dragged chat. */
export const DragLayer = ({ drag }: { drag: DragModel }) => {
  const dragged = useBehavior(drag.dragged$);
  return (
    <>
      <p role="status" aria-live="assertive" aria-label="Dragging" className={styles.said}>
        {dragged && sentence(dragged)}
      </p>
      {dragged?.at && <Ghost dragged={dragged} />}
    </>
  );
};
