import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { useEffect, useState } from 'react';
import { SlowNote } from '../layout/slow-note.tsx';
import { budgets, withinBudget } from '../remotes/budget.ts';
import { useShell } from '../shell-context.ts';
import type * as Frame from './modal-frame.tsx';
import styles from './modal-stack.module.css';

let frame: typeof Frame | undefined;

/** Loads the frame of dialogs, which the first screen does not need. */
export const loadFrame = (): Promise<void> =>
  withinBudget('expose', async () => {
    frame ??= await import('./modal-frame.tsx');
  });

interface WaitingProps {
  readonly id: string;
  /** What had the focus when a dialog was opened, by its key. */
  readonly openers: Map<string, Element | null>;
  readonly onLoaded: (loaded: true) => void;
}

/** Stands for a dialog until the frame is loaded. The page behind it is inert, so Escape or a press has to cancel it. */
const Waiting = ({ id, openers, onLoaded }: WaitingProps) => {
  const { modals, alerts } = useShell();
  const [slow, setSlow] = useState(false);

  // Everything behind a dialog becomes inert and loses the focus before the frame can remember it.
  const [opener] = useState(() => openers.get(id) ?? document.activeElement);

  useEffect(() => {
    openers.set(id, opener);
    const ended = new AbortController();
    const { signal } = ended;
    const close = () => modals.close(id);
    loadFrame().then(
      () => onLoaded(true),
      () => {
        if (signal.aborted) return;
        alerts.show({ message: 'This couldn’t be opened. Please try again.', type: 'error', time: toastTimes.medium });
        close();
      },
    );
    const timer = setTimeout(() => setSlow(true), budgets.slow);
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal });
    return () => {
      ended.abort();
      clearTimeout(timer);
      // Unless the dialog has it.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, [id, alerts, modals, opener, openers, onLoaded]);

  return (
    // The second press of a double click belongs to what opened the dialog.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Escape does the same
    <div className={styles.waiting} onClick={({ detail }) => detail < 2 && modals.close(id)}>
      <SlowNote slow={slow} />
    </div>
  );
};

/** All open dialogs; only the topmost can be reached. */
export const ModalStack = () => {
  const { modals } = useShell();
  const stack = useBehavior(modals.stack$);
  const [openers] = useState(() => new Map<string, Element | null>());
  const [, setLoaded] = useState(frame !== undefined);

  const shown = frame;
  const top = stack.at(-1);
  if (!shown) return top && <Waiting key={top.key} id={top.key} openers={openers} onLoaded={setLoaded} />;
  return stack.map((modal) => (
    <shown.ModalFrame
      key={modal.key}
      modal={modal}
      top={modal === top}
      opener={openers.get(modal.key)}
      onClose={modals.close}
    />
  ));
};
