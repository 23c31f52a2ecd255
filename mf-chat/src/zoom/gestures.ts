import { doubleTap, type Point } from './view.ts';

export interface Touch extends Point {
  readonly id: number;
  /** Milliseconds of the event. */
  readonly time: number;
}

export type Gesture =
  | { readonly kind: 'move'; readonly by: Point }
  | { readonly kind: 'pinch'; readonly factor: number; readonly at: Point; readonly by: Point }
  | { readonly kind: 'double'; readonly at: Point }
  | { readonly kind: 'tap'; readonly at: Point };

export interface Gestures {
  readonly down: (touch: Touch) => void;
  readonly move: (touch: Touch) => Gesture | undefined;
  /** Recognizes taps and double taps. A touch that moved is neither. */
  readonly up: (touch: Touch) => Gesture | undefined;
  readonly cancel: (id: number) => void;
}

/** Pixels that a finger or a mouse may move within a tap. */
const tapTolerance = 6;
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Recognizes moves, pinches, taps and double taps from the pointers on the stage. */
export const createGestures = (): Gestures => {
  const pointers = new Map<number, Point>();
  let first: Point | undefined;
  let hasMoved = false;
  let tap: Touch | undefined;

  return {
    down(touch) {
      if (pointers.size === 0) {
        first = touch;
        hasMoved = false;
      } else hasMoved = true;
      pointers.set(touch.id, touch);
    },
    move(touch) {
      const before = pointers.get(touch.id);
      if (!before) return undefined;
      const other = [...pointers].find(([id]) => id !== touch.id)?.[1];
      pointers.set(touch.id, touch);
      if (other) {
        const [from, to] = [middle(before, other), middle(touch, other)];
        const factor = distance(touch, other) / Math.max(1, distance(before, other));
        return { kind: 'pinch', factor, at: to, by: { x: to.x - from.x, y: to.y - from.y } };
      }
      if (first && distance(first, touch) > tapTolerance) hasMoved = true;
      return hasMoved ? { kind: 'move', by: { x: touch.x - before.x, y: touch.y - before.y } } : undefined;
    },
    up(touch) {
      const known = pointers.delete(touch.id);
      if (!known || pointers.size > 0 || hasMoved) return undefined;
      const at = { x: touch.x, y: touch.y };
      if (tap && touch.time - tap.time <= doubleTap.within && distance(tap, touch) <= doubleTap.near) {
        tap = undefined;
        return { kind: 'double', at };
      }
      tap = touch;
      return { kind: 'tap', at };
    },
    cancel(id) {
      pointers.delete(id);
      hasMoved = true;
    },
  };
};
