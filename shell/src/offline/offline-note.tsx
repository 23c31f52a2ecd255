import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { type Alerts, type Behavior, isComposing, useBehavior } from '@atrium/shared-kernel/remote';
import ChevronDown from 'lucide-react/icons/chevron-down';
import CloudUpload from 'lucide-react/icons/cloud-upload';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useEffect, useId, useRef, useState } from 'react';
import { useKeptFocus } from '../layout/use-kept-focus.ts';
import styles from './offline-note.module.css';
import type { WaitingItem } from './database.ts';
import { WaitingList } from './waiting-list.tsx';
import type { WaitingQueue } from './waiting-queue.ts';
import { blockedIn } from './waiting-store.ts';

const counted = (count: number, one: string, more: string) => (count === 1 ? `1 ${one}` : `${count} ${more}`);

/** How many changes are in which state. */
const stateOf = (items: readonly WaitingItem[], blocked: number, online: boolean): string => {
  const refused = items.filter(({ state }) => state === 'refused').length;
  const sending = online ? items.length - refused - blocked : 0;
  const waiting = items.length - refused - sending;
  return [
    sending > 0 && `Sending ${counted(sending, 'change', 'changes')}`,
    waiting > 0 && `${waiting} waiting`,
    refused > 0 && `${refused} not saved`,
  ]
    .filter(Boolean)
    .join(', ');
};

interface Props {
  readonly online$: Behavior<boolean>;
  readonly queue: Pick<WaitingQueue, 'items$' | 'cancel' | 'restore' | 'retry'>;
  readonly alerts: Pick<Alerts, 'show'>;
}

/** The list stays open until its button, Escape or a press elsewhere closes it. */
const useDisclosure = () => {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const page = root.current?.ownerDocument;
    if (!open || !page) return undefined;
    const press = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event)) return;
      event.stopPropagation();
      setOpen(false);
      button.current?.focus();
    };
    page.addEventListener('pointerdown', press);
    page.addEventListener('keydown', key, true);
    return () => {
      page.removeEventListener('pointerdown', press);
      page.removeEventListener('keydown', key, true);
    };
  }, [open]);
  return { open, root, button, toggle: () => setOpen((now) => !now) };
};

/** A quiet note that there is no network and how many changes wait for it. What was loaded stays readable below. */
export const OfflineNote = ({ online$, queue, alerts }: Props) => {
  const online = useBehavior(online$);
  const items = useBehavior(queue.items$);
  const blocked = blockedIn(items);
  const list = useId();
  const { open, root, button, toggle } = useDisclosure();
  const discard = async (item: WaitingItem) => {
    if (!(await queue.cancel(item.id))) return;
    const action = { label: 'Undo', onSelect: () => void queue.restore(item) };
    alerts.show({ type: 'info', time: toastTimes.longest, message: 'The change was discarded.', action });
  };
  const copy = async (text: string) => {
    try {
      // A page without TLS has no clipboard.
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      alerts.show({ type: 'error', time: toastTimes.medium, message: 'Failed to copy' });
      return false;
    }
  };
  return (
    <div ref={root} className={styles.notices} data-shown={!online || items.length > 0} {...useKeptFocus(button)}>
      <div className={styles.note}>
        <output className={styles.state}>
          {!online && (
            <>
              <WifiOff aria-hidden /> You’re offline
            </>
          )}
        </output>
        {items.length > 0 && (
          <button
            ref={button}
            type="button"
            className={styles.toggle}
            aria-expanded={open}
            aria-controls={open ? list : undefined}
            onClick={toggle}
          >
            {items.some(({ state }) => state === 'refused') ? (
              <TriangleAlert className={styles.refused} aria-hidden />
            ) : (
              <CloudUpload aria-hidden />
            )}
            {stateOf(items, blocked.size, online)}
            <ChevronDown className={styles.arrow} data-open={open} aria-hidden />
          </button>
        )}
      </div>
      {open && items.length > 0 && (
        <WaitingList
          id={list}
          items={items}
          blocked={blocked}
          online={online}
          onCopy={copy}
          onDiscard={(item) => void discard(item)}
          onRetry={queue.retry}
        />
      )}
    </div>
  );
};
