import { avatar } from '@atrium/shared-kernel/contracts/constants';
import { type Crop, cutOf } from './crop.ts';
import type { Picture } from './picture.ts';

const type = 'image/png';

/** The cut as a picture of 300 by 300 pixels. PNG: it keeps what is transparent. Rejects where the browser cannot draw. */
export const drawCut = async ({ image }: Picture, crop: Crop): Promise<Blob> => {
  const canvas = document.createElement('canvas');
  canvas.width = avatar.size;
  canvas.height = avatar.size;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas.');
  context.imageSmoothingQuality = 'high';
  const { x, y, side } = cutOf(crop);
  context.drawImage(image, x, y, side, side, 0, 0, avatar.size, avatar.size);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type));
  if (!blob) throw new Error('The browser made no picture.');
  return blob;
};
