/** The position of an image on its stage: `x` and `y` are CSS pixels from the middle, and a `scale` of 1 fits it in. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** B4.57. */
export const scales = { least: 0.5, most: 5, double: 2 } as const;
/** Two taps within this many milliseconds and pixels are a double tap. */
export const doubleTap = { within: 300, near: 24 } as const;

export const fitted: View = { scale: 1, x: 0, y: 0 };

/** The view within its bounds: an image that is larger than its stage always covers it, a smaller one is centered. */
const bounded = ({ scale, x, y }: View, image: Size, stage: Size): View => {
  const reach = (length: number, room: number) => Math.max(0, (length * scale - room) / 2);
  const within = (value: number, most: number) => Math.min(most, Math.max(-most, value)) || 0;
  return {
    scale,
    x: within(x, reach(image.width, stage.width)),
    y: within(y, reach(image.height, stage.height)),
  };
};

/** The view, `factor` times larger. What is under `point` (from the middle of the stage) stays there. */
export const zoomed = (view: View, factor: number, point: Point, image: Size, stage: Size): View => {
  const scale = Math.min(scales.most, Math.max(scales.least, view.scale * factor));
  const grown = scale / view.scale;
  const moved = { scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown };
  return bounded(moved, image, stage);
};

export const moved = (view: View, by: Point, image: Size, stage: Size): View =>
  bounded({ ...view, x: view.x + by.x, y: view.y + by.y }, image, stage);

/** The factor of a double tap: to 2x, and back from anything larger than the fit. */
export const doubleTapFactor = ({ scale }: View): number => (scale > 1 ? 1 / scale : scales.double / scale);
