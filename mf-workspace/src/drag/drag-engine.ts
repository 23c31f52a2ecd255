import {
  AutoScroller,
  DragDropManager,
  Draggable,
  KeyboardSensor,
  PointerActivationConstraints,
  PointerSensor,
} from '@dnd-kit/dom';
import type { DragEngine, DragHandlers, Point } from './drag.model.ts';

const touchDelay = 250;
const touchTolerance = 8;
const mouseDistance = 6;
const keys = {
  start: ['Space'],
  cancel: ['Escape', 'Tab'],
  end: ['Space', 'Enter', 'NumpadEnter'],
  up: ['ArrowUp'],
  down: ['ArrowDown'],
  left: [],
  right: [],
};

/**
 * A touch drags after a moment, so that it can also scroll. A mouse drags after a few pixels, so that it can also
 * click.
 */
const pointerSensor = PointerSensor.configure({
  activationConstraints: ({ pointerType }) =>
    pointerType === 'touch'
      ? [new PointerActivationConstraints.Delay({ value: touchDelay, tolerance: touchTolerance })]
      : [new PointerActivationConstraints.Distance({ value: mouseDistance })],
  preventActivation: ({ target }) => target instanceof Element && target.closest('button, input') !== null,
});

/** Arrow keys call `step` instead of moving by pixels. */
const keyboardSensor = (step: (by: 1 | -1) => void) => {
  class TargetKeyboardSensor extends KeyboardSensor {
    protected override handleMove(direction: 'up' | 'down' | 'left' | 'right', event: KeyboardEvent): void {
      event.preventDefault();
      step(direction === 'up' ? -1 : 1);
    }
  }
  return {
    // Not by `configure`, which a subclass would inherit for its parent class.
    plugin: TargetKeyboardSensor,
    options: {
      keyboardCodes: keys,
      preventActivation: ({ target }: KeyboardEvent) => !(target instanceof HTMLAnchorElement),
    },
  };
};

/**
 * Drags with dnd-kit, which renders nothing itself: its styles would need an exception in the content security policy,
 * and its collision detection needs what it renders. The arrow keys move from one target to the next in document order.
 */
export const createDragEngine = (handlers: DragHandlers): DragEngine => {
  const targets = new Map<string, HTMLElement>();
  let over: string | undefined;

  const setOver = (id: string | undefined) => {
    if (id === over) return;
    over = id;
    handlers.over(id);
  };
  const moveTo = (point: Point) => {
    const hit = document.elementFromPoint(point.x, point.y);
    setOver([...targets].find(([, element]) => element.contains(hit))?.[0]);
  };
  const step = (by: 1 | -1) => {
    const ordered = [...targets].toSorted(([, a], [, b]) =>
      a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );
    const current = ordered.findIndex(([id]) => id === over);
    const first = by === 1 ? 0 : ordered.length - 1;
    const next = ordered[current === -1 ? first : (current + by + ordered.length) % ordered.length];
    next?.[1].scrollIntoView({ block: 'nearest' });
    setOver(next?.[0]);
  };
  const manager = new DragDropManager({ plugins: [AutoScroller], sensors: [pointerSensor, keyboardSensor(step)] });
  const { monitor } = manager;
  monitor.addEventListener('dragstart', ({ operation, nativeEvent }) => {
    over = undefined;
    handlers.start(String(operation.source?.id), nativeEvent instanceof KeyboardEvent);
  });
  monitor.addEventListener('dragmove', ({ to }) => {
    if (!to) return;
    handlers.move(to);
    moveTo(to);
  });
  monitor.addEventListener('dragend', ({ canceled }) => handlers.end(canceled));
  return {
    source(id, element) {
      const part = new Draggable({ id, element }, manager);
      return () => part.destroy();
    },
    target(id, element) {
      targets.set(id, element);
      return () => void targets.delete(id);
    },
    end: () => manager.destroy(),
  };
};
