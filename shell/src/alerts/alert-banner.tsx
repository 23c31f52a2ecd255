import { swipe } from '@atrium/shared-kernel/contracts/constants';
import { Toast } from '@atrium/shared-kernel/ui/toast';
import { useRef, useState } from 'react';
import type { OwnedAlerts, ShownAlert } from './alerts.model.ts';
import styles from './alert-list.module.css';

interface Props {
  alert: ShownAlert;
  alerts: OwnedAlerts;
}

/** One banner. Its button or a swipe closes it, and its timer pauses while it is hovered or has the focus. */
export const AlertBanner = ({ alert, alerts }: Props) => {
  const { id, type, message, action } = alert;
  const [offset, setOffset] = useState(0);
  const start = useRef<number>(undefined);

  const settle = () => {
    if (Math.abs(offset) > swipe.commit) alerts.dismiss(id);
    start.current = undefined;
    setOffset(0);
  };
  return (
    <li className={styles.item}>
      <Toast
        type={type}
        message={message}
        action={action && { label: action.label, onSelect: () => alerts.act(id) }}
        onClose={() => alerts.dismiss(id)}
        offset={offset}
        dragging={offset !== 0}
        onPointerDown={(event) => {
          // A mouse selects the text.
          if (event.pointerType !== 'mouse') start.current = event.clientX;
        }}
        onPointerMove={(event) => {
          if (start.current !== undefined) setOffset(event.clientX - start.current);
        }}
        onPointerUp={settle}
        onPointerCancel={settle}
        onPointerEnter={() => alerts.hold(id)}
        onPointerLeave={() => {
          settle();
          alerts.release(id);
        }}
        onFocus={() => alerts.hold(id)}
        onBlur={() => alerts.release(id)}
      />
    </li>
  );
};
