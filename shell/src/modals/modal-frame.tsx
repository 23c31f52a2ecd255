import { IconButton } from '@atrium/shared-kernel/ui/button';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import X from 'lucide-react/icons/x';
import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { deviceOffline } from '@atrium/shared-kernel/contracts/sentences';
import { RemoteModule } from '../composition/remote-module.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useShell } from '../shell-context.ts';
import styles from './modal-frame.module.css';
import type { OpenModal } from './modals.model.ts';
import { useEscape, useFocusReturn } from './use-modal-focus.ts';
import { useTypedAhead } from './use-typed-ahead.ts';

const DialogSkeleton = () => (
  <div className={styles.skeleton}>
    <Skeleton lines={3} />
    <Skeleton shape="block" height={72} />
  </div>
);

interface Props {
  modal: OpenModal;
  top: boolean;
  /** What had the focus when the dialog was requested, in case the frame was loaded later. */
  opener?: Element | null | undefined;
  onClose: (key: string, result?: unknown) => void;
}

/** The frame of one dialog: backdrop, title, close button, focus. The content is a remote's, or the shell's own. */
const Frame = ({ modal, top, opener, onClose }: Props) => {
  const frame = useRef<HTMLDialogElement>(null);
  const pressed = useRef(false);
  const { key, size, title } = modal;
  const close = useCallback((result?: unknown) => onClose(key, result), [onClose, key]);
  useFocusReturn(frame, opener);
  useEscape(frame, top, close);
  useTypedAhead(frame);

  const outside = (event: MouseEvent) => event.target === event.currentTarget;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape and the close button do the same
    <div
      className={styles.backdrop}
      inert={!top}
      data-testid="modal-backdrop"
      onMouseDown={(event) => {
        // A right press opens the browser's menu; the second press of a double click belongs to what opened the dialog.
        pressed.current = event.button === 0 && event.detail < 2 && outside(event);
      }}
      onMouseUp={(event) => {
        if (pressed.current && outside(event)) close();
        pressed.current = false;
      }}
    >
      <dialog
        open
        ref={frame}
        aria-modal="true"
        aria-label={title}
        tabIndex={-1}
        className={styles.frame}
        data-size={size}
      >
        <header className={styles.header}>
          <p className={styles.title}>{title}</p>
          <IconButton label="Close" icon={<X />} onClick={() => close()} />
        </header>
        <div className={styles.content}>
          {modal.kind === 'confirm' ? (
            <ConfirmDialog {...modal.props} onDone={close} />
          ) : (
            <RemoteModule entry={modal.entry} input={modal.input} close={close} skeleton={<DialogSkeleton />} />
          )}
        </div>
      </dialog>
    </div>
  );
};

/** Explains in a banner that the dialog cannot be loaded offline, and closes it. */
const Unreachable = ({ modal, onClose }: Props) => {
  const { alerts } = useShell();
  const { key } = modal;
  useEffect(() => {
    alerts.show({ message: deviceOffline, type: 'error', time: toastTimes.medium });
    onClose(key);
  }, [alerts, onClose, key]);
  return null;
};

/** The frame of a dialog. Offline, a dialog whose content was never loaded is closed with an explanation. */
export const ModalFrame = (props: Props) => {
  const { host } = useShell();
  const { modal } = props;
  const [reachable] = useState(
    () => modal.kind === 'confirm' || host.online$.value || modal.entry.remote.has(modal.entry.expose),
  );
  return reachable ? <Frame {...props} /> : <Unreachable {...props} />;
};
