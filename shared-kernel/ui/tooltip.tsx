import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useState,
} from 'react';
import { classNames } from './class-names.ts';
import styles from './tooltip.module.css';

export interface TooltipProps {
  /** Shown on hover and focus. It does not name the child, which keeps its own accessible name. */
  readonly label: string;
  /** One element, such as an `IconButton`. */
  readonly children: ReactNode;
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  /** Milliseconds of hover before it shows; 500 by default. */
  readonly delay?: number | undefined;
  /** The class of the element around the child. */
  readonly className?: string | undefined;
}

/** Shows the tooltip in the top layer, so that no bar or dialog clips it. */
const show = (tip: HTMLElement | null) => {
  if (tip && 'showPopover' in tip) tip.showPopover();
};

/** The platform's popover, positioned by the platform. */
export const Tooltip = ({ label, children, side = 'top', delay = 500, className }: TooltipProps) => {
  const anchor = `--tooltip-${useId().replaceAll(/[^\w-]/g, '')}`;
  const [cause, setCause] = useState<'hover' | 'focus'>();
  const hide = () => setCause(undefined);
  /** Escape hides only the tooltip, not the dialog around it. */
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !cause) return;
    event.stopPropagation();
    hide();
  };
  return (
    <span
      role="presentation"
      className={classNames(styles.anchor, className)}
      style={{ anchorName: anchor }}
      onPointerEnter={(event: PointerEvent) => event.pointerType !== 'touch' && setCause('hover')}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event: FocusEvent) => event.target.matches(':focus-visible') && setCause('focus')}
      onBlur={hide}
      onKeyDown={escape}
    >
      {children}
      {cause && (
        <span
          ref={show}
          role="tooltip"
          popover="hint"
          className={classNames(styles.tip, styles[side])}
          style={{ positionAnchor: anchor, '--delay': `${cause === 'hover' ? delay : 0}ms` } as CSSProperties}
          onToggle={(event) => event.newState === 'closed' && hide()}
        >
          {label}
        </span>
      )}
    </span>
  );
};
