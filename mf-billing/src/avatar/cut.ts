import { avatar } from '@atrium/shared-kernel/contracts/constants';
import type { Picture } from './picture.ts';

const type = 'image/png';

/** A part of a picture, in percent of its width and height. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * How far a picture can be zoomed, in pixels of the frame per pixel of the picture. At its smallest it covers the
 * frame. A tiny picture is scaled up to that, whatever the limit.
 */
export const scalesOf = ({ width, height }: Pick<Picture, 'width' | 'height'>) => {
  const min = avatar.size / Math.min(width, height);
  return { min, max: Math.max(avatar.zoomMax, min) };
};

/** Draws the part as a picture of 300 by 300 pixels. PNG keeps transparency. Rejects if the browser cannot draw. */
export const drawPart = async ({ image, width, height }: Picture, part: Part): Promise<Blob> => {
  const canvas = document.createElement('canvas');
  canvas.width = avatar.size;
  canvas.height = avatar.size;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser provides no canvas.');
  context.imageSmoothingQuality = 'high';
  const [x, y] = [(part.x / 100) * width, (part.y / 100) * height];
  const [w, h] = [(part.width / 100) * width, (part.height / 100) * height];
  context.drawImage(image, x, y, w, h, 0, 0, avatar.size, avatar.size);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type));
  if (!blob) throw new Error('The browser could not create the image.');
  return blob;
};
