import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { usePopupContainer } from './popup-container.ts';
import styles from './tooltip.module.css';

export interface TooltipProps {
  /** Shown on hover and focus. It names nothing: the child keeps its own accessible name. */
  readonly label: string;
  /** One element that takes a ref and event handlers, as an `IconButton`. */
  readonly children: ReactElement;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  /** Milliseconds of hover; 500 unless told. */
  readonly delay?: number;
}

export const Tooltip = ({ label, children, side = 'top', delay = 500 }: TooltipProps) => {
  const [container, holdTrigger] = usePopupContainer();
  return (
    <Base.Root>
      <Base.Trigger ref={holdTrigger} render={children} delay={delay} />
      <Base.Portal container={container}>
        <Base.Positioner side={side} sideOffset={6} positionMethod="fixed" className={styles.positioner}>
          <Base.Popup role="tooltip" className={styles.popup}>
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
};
