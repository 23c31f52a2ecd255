import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { createGestures, type Gesture, type Touch } from './gestures.ts';
import { doubleTapFactor, fitted, moved, type Point, type Size, type View, zoomed } from './view.ts';

const middle: Point = { x: 0, y: 0 };
/** The step of a key or a button. */
const step = { factor: 1.25, pixels: 60 } as const;
/** Zoom per pixel of the wheel: a notch of 100 pixels is about a fifth. */
const perPixel = 0.002;

const moves: Record<string, Point> = {
  ArrowLeft: { x: step.pixels, y: 0 },
  ArrowRight: { x: -step.pixels, y: 0 },
  ArrowUp: { x: 0, y: step.pixels },
  ArrowDown: { x: 0, y: -step.pixels },
};
const factors: Record<string, number> = { '+': step.factor, '=': step.factor, '-': 1 / step.factor };

const sizeOf = (element: HTMLElement | null): Size => ({
  width: element?.offsetWidth ?? 0,
  height: element?.offsetHeight ?? 0,
});

export interface Zoom {
  readonly stage: RefObject<HTMLDivElement | null>;
  readonly image: RefObject<HTMLImageElement | null>;
  readonly view: View;
  /** A pointer moves the image, which then follows without an animation. */
  readonly dragging: boolean;
  readonly larger: () => void;
  readonly smaller: () => void;
  readonly reset: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly pointer: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onPointerCancel: (event: PointerEvent) => void;
  };
}

/** The position of a pointer, from the middle of the stage. */
const pointIn = (stage: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }): Point => {
  const box = stage?.getBoundingClientRect();
  return box ? { x: clientX - box.x - box.width / 2, y: clientY - box.y - box.height / 2 } : middle;
};

/** The wheel zooms around the pointer. */
const useWheel = (stage: Zoom['stage'], image: Zoom['image'], setView: (change: (now: View) => View) => void) => {
  useEffect(() => {
    const element = stage.current;
    // React's wheel listeners are passive and could not keep the page behind from scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
      const at = pointIn(element, event);
      const sizes = [sizeOf(image.current), sizeOf(element)] as const;
      setView((now) => zoomed(now, Math.exp(-pixels * perPixel), at, ...sizes));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [stage, image, setView]);
};

/**
 * Zooms and moves an image by wheel, pointers and keys (B2.22, B4.57). `onOutside` is called for a tap next to the
 * image.
 */
export const useZoom = (onOutside: () => void): Zoom => {
  const stage = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [view, setView] = useState(fitted);
  const [dragging, setDragging] = useState(false);
  const [gestures] = useState(createGestures);

  const zoom = (factor: number | ((now: View) => number), at = middle, by = middle) => {
    const sizes = [sizeOf(image.current), sizeOf(stage.current)] as const;
    setView((now) => moved(zoomed(now, typeof factor === 'number' ? factor : factor(now), at, ...sizes), by, ...sizes));
  };
  const touchOf = (event: PointerEvent): Touch => ({
    id: event.pointerId,
    time: event.timeStamp,
    ...pointIn(stage.current, event),
  });
  const apply = (gesture: Gesture | undefined, target: EventTarget) => {
    if (gesture?.kind === 'move') zoom(1, middle, gesture.by);
    else if (gesture?.kind === 'pinch') zoom(gesture.factor, gesture.at, gesture.by);
    else if (gesture?.kind === 'double') zoom(doubleTapFactor, gesture.at);
    else if (gesture?.kind === 'tap' && target === stage.current) onOutside();
  };

  useWheel(stage, image, setView);

  return {
    stage,
    image,
    view,
    dragging,
    larger: () => zoom(step.factor),
    smaller: () => zoom(1 / step.factor),
    reset: () => setView(fitted),
    onKeyDown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const [by, factor] = [moves[event.key], factors[event.key]];
      if (by) zoom(1, middle, by);
      else if (factor !== undefined) zoom(factor);
      else if (event.key === '0') setView(fitted);
      else return;
      event.preventDefault();
    },
    pointer: {
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        gestures.down(touchOf(event));
        setDragging(true);
      },
      onPointerMove: (event) => apply(gestures.move(touchOf(event)), event.target),
      onPointerUp(event) {
        setDragging(false);
        // The pointer is captured, so the element under it tells where the tap was.
        const under = document.elementFromPoint(event.clientX, event.clientY) ?? event.target;
        apply(gestures.up(touchOf(event)), under);
      },
      onPointerCancel(event) {
        setDragging(false);
        gestures.cancel(event.pointerId);
      },
    },
  };
};
