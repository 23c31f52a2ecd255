import { swipe as limits } from '@atrium/shared-kernel/contracts/constants';
import type { BarSide } from '@atrium/shared-kernel/remote';

interface Point {
  readonly x: number;
  readonly y: number;
}
type Bars = Readonly<Record<BarSide, boolean>>;

/** A bar that follows a finger. `offset` is how far it was dragged in pixels, 0 to 275. */
export interface Drag {
  readonly side: BarSide;
  readonly opening: boolean;
  readonly offset: number;
}

/** Which bar a horizontal movement moves: it closes the open one, or pulls one in from its edge. */
const target = (dx: number, bars: Bars): Omit<Drag, 'offset'> | undefined => {
  if (bars.left) return dx < 0 ? { side: 'left', opening: false } : undefined;
  if (bars.right) return dx > 0 ? { side: 'right', opening: false } : undefined;
  return { side: dx > 0 ? 'left' : 'right', opening: true };
};

const slack = 10;

/** A movement that is not yet clearly horizontal drags nothing; the offset stops at the bar's width. */
export const dragOf = (from: Point, to: Point, bars: Bars): Drag | undefined => {
  const dx = to.x - from.x;
  if (Math.abs(dx) < slack || Math.abs(dx) <= Math.abs(to.y - from.y)) return undefined;
  const moved = target(dx, bars);
  return moved && { ...moved, offset: Math.min(Math.abs(dx), limits.cap) };
};

/** Over 50 px the swipe commits (A9.18). */
export const commits = (drag: Drag): boolean => drag.offset > limits.commit;
