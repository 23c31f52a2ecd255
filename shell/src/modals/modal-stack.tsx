import { useBehavior } from '@atrium/shared-kernel/remote';
import { useShell } from '../shell-context.ts';
import { ModalFrame } from './modal-frame.tsx';

/** All open dialogs; only the topmost can be reached. */
export const ModalStack = () => {
  const { modals } = useShell();
  const stack = useBehavior(modals.stack$);
  return stack.map((modal, index) => (
    <ModalFrame key={modal.key} modal={modal} top={index === stack.length - 1} onClose={modals.close} />
  ));
};
