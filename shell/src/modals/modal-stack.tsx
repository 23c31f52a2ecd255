import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useShell } from '../shell-context.ts';
import type * as Frame from './modal-frame.tsx';

let frame: typeof Frame | undefined;

/** Loads the frame of dialogs, which the first screen does not need. */
export const loadFrame = async (): Promise<void> => {
  frame ??= await import('./modal-frame.tsx');
};

/** All open dialogs; only the topmost can be reached. */
export const ModalStack = () => {
  const { modals, alerts } = useShell();
  const stack = useBehavior(modals.stack$);
  const [, setLoaded] = useState(frame !== undefined);
  const waiting = frame ? undefined : stack.at(-1)?.key;

  // Everything behind a dialog becomes inert and loses the focus before the frame can remember it.
  const [openers] = useState(() => new Map<string, Element | null>());
  useLayoutEffect(() => {
    if (waiting !== undefined) openers.set(waiting, document.activeElement);
  }, [waiting, openers]);

  useEffect(() => {
    if (waiting === undefined) return;
    loadFrame().then(
      () => setLoaded(true),
      () => {
        alerts.show({ message: 'This couldn’t be opened. Please try again.', type: 'error', time: toastTimes.medium });
        modals.close(waiting);
      },
    );
  }, [waiting, alerts, modals]);

  const shown = frame;
  if (!shown) return null;
  return stack.map((modal, index) => (
    <shown.ModalFrame
      key={modal.key}
      modal={modal}
      top={index === stack.length - 1}
      opener={openers.get(modal.key)}
      onClose={modals.close}
    />
  ));
};
