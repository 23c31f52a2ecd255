import { avatar } from '@atrium/shared-kernel/contracts/constants';

export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}
/** Where a picture lies behind the square frame: pixels of the frame for one of the picture, and its top left corner. */
export interface Crop extends Point {
  readonly scale: number;
}

const side = avatar.size;
const middle: Point = { x: side / 2, y: side / 2 };

const between = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** At its smallest the picture covers the frame; a tiny one is as large as that needs, whatever the limit. */
export const scalesOf = ({ width, height }: Size): { readonly min: number; readonly max: number } => {
  const min = Math.max(side / width, side / height);
  return { min, max: Math.max(avatar.zoomMax, min) };
};

/** The same place, with the frame covered and the scale within its limits. */
const kept = (picture: Size, { scale, x, y }: Crop): Crop => ({
  scale,
  x: between(x, side - picture.width * scale, 0),
  y: between(y, side - picture.height * scale, 0),
});

/** The whole of the shorter side, the middle of the longer one. */
export const startOf = (picture: Size): Crop => {
  const { min: scale } = scalesOf(picture);
  return { scale, x: (side - picture.width * scale) / 2, y: (side - picture.height * scale) / 2 };
};

export const pan = (picture: Size, crop: Crop, by: Point): Crop =>
  kept(picture, { ...crop, x: crop.x + by.x, y: crop.y + by.y });

/** Changes the scale; what lies under `at`, a point of the frame, stays there as far as the picture reaches. */
export const zoom = (picture: Size, crop: Crop, wanted: number, at: Point = middle): Crop => {
  const { min, max } = scalesOf(picture);
  const scale = between(wanted, min, max);
  const ratio = scale / crop.scale;
  return kept(picture, { scale, x: at.x - (at.x - crop.x) * ratio, y: at.y - (at.y - crop.y) * ratio });
};

/** The part of the picture in the frame, in its own pixels. */
export const cutOf = ({ scale, x, y }: Crop) => ({ x: (0 - x) / scale, y: (0 - y) / scale, side: side / scale });
