import type { Layout } from '@atrium/shared-kernel/remote';
import { type TouchEvent, useRef, useState } from 'react';
import { commits, type Drag, dragOf } from './swipe.model.ts';

const pointOf = (event: TouchEvent) => {
  const touch = event.touches[0];
  return touch && { x: touch.clientX, y: touch.clientY };
};

/** A slider has a thumb to drag, and a field that is typed in a caret. */
const dragged = '[type=range], input:focus, textarea:focus';

/** Whether the gesture belongs to a part that is dragged sideways itself or scrolls sideways, such as a wide table. */
const movesSideways = (target: EventTarget | null, within: Element): boolean => {
  for (let at = target instanceof Element ? target : null; at && at !== within; at = at.parentElement)
    if (at.matches(dragged) || (at.scrollWidth > at.clientWidth && /auto|scroll/.test(getComputedStyle(at).overflowX)))
      return true;
  return false;
};

/** Lets the bars follow a finger below 1200 px. A bar opens or closes if the swipe commits. */
export const useSwipe = (layout: Layout, enabled: boolean) => {
  const start = useRef<ReturnType<typeof pointOf>>(undefined);
  const [drag, setDrag] = useState<Drag>();
  const end = () => {
    start.current = undefined;
    setDrag(undefined);
  };
  const handlers = {
    onTouchStart(event: TouchEvent) {
      const free = event.touches.length === 1 && !movesSideways(event.target, event.currentTarget);
      start.current = enabled && free ? pointOf(event) : undefined;
    },
    onTouchMove(event: TouchEvent) {
      const at = pointOf(event);
      if (start.current && at) setDrag(dragOf(start.current, at, layout.bars$.value));
    },
    onTouchEnd() {
      if (drag && commits(drag)) layout.setBar(drag.side, drag.opening);
      end();
    },
    onTouchCancel: end,
  };
  return { drag, handlers };
};
