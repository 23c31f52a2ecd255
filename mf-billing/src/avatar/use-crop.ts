import { avatar } from '@atrium/shared-kernel/contracts/constants';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { type Crop, pan, type Point, type Size, startOf, zoom } from './crop.ts';

/** Pixels of the frame for a press of an arrow; with Shift five times as many. */
const step = 10;
const keyZoom = 1.1;
/** So much the scale grows for a pixel of the wheel. */
const wheelZoom = 0.002;

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: step, y: 0 },
  ArrowRight: { x: -step, y: 0 },
  ArrowUp: { x: 0, y: step },
  ArrowDown: { x: 0, y: -step },
};

/** A point of the screen in pixels of the frame, however large that is shown. */
const inFrame = ({ clientX, clientY }: { clientX: number; clientY: number }, frame: Element): Point => {
  const { left, top, width } = frame.getBoundingClientRect();
  const unit = avatar.size / (width || avatar.size);
  return { x: (clientX - left) * unit, y: (clientY - top) * unit };
};

const centre = ([a, b]: readonly [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = ([a, b]: readonly [Point, Point]): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Pan by one finger or the mouse, zoom by two fingers or the wheel, both by the keyboard. `ref` is for the frame. */
export const useCrop = (picture: Size | undefined) => {
  const ref = useRef<HTMLDivElement>(null);
  const [crop, setCrop] = useState<Crop>();
  const fingers = useRef(new Map<number, Point>());
  const shown = crop ?? (picture && startOf(picture));

  const change = (how: (picture: Size, crop: Crop) => Crop) => {
    if (picture) setCrop((now) => how(picture, now ?? startOf(picture)));
  };

  useEffect(() => {
    const frame = ref.current;
    if (!frame || !picture) return undefined;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const at = inFrame(event, frame);
      const factor = Math.exp(-event.deltaY * wheelZoom);
      setCrop((now = startOf(picture)) => zoom(picture, now, now.scale * factor, at));
    };
    // React listens passively: the dialog would scroll along.
    frame.addEventListener('wheel', turn, { passive: false });
    return () => frame.removeEventListener('wheel', turn);
  }, [picture]);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || fingers.current.size === 2) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, inFrame(event, event.currentTarget));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = inFrame(event, event.currentTarget);
    const [other] = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    fingers.current.set(event.pointerId, now);
    if (!other) return change((size, crop) => pan(size, crop, { x: now.x - before.x, y: now.y - before.y }));
    const [from, to] = [[before, other] as const, [now, other] as const];
    const moved = { x: centre(to).x - centre(from).x, y: centre(to).y - centre(from).y };
    const ratio = distance(from) > 0 ? distance(to) / distance(from) : 1;
    change((size, crop) => zoom(size, pan(size, crop, moved), crop.scale * ratio, centre(to)));
  };
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => void fingers.current.delete(event.pointerId);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = arrows[event.key];
    const far = event.shiftKey ? 5 : 1;
    if (by) change((size, crop) => pan(size, crop, { x: by.x * far, y: by.y * far }));
    else if (event.key === '+' || event.key === '=') change((size, crop) => zoom(size, crop, crop.scale * keyZoom));
    else if (event.key === '-') change((size, crop) => zoom(size, crop, crop.scale / keyZoom));
    else return;
    event.preventDefault();
  };

  return {
    ref,
    crop: shown,
    setScale: (scale: number) => change((size, crop) => zoom(size, crop, scale)),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onKeyDown },
  };
};
