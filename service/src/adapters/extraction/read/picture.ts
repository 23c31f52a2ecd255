import { imageSize } from 'image-size';
import { Unreadable } from './unreadable.ts';

export interface Measures {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Pixels of a picture. A larger one would slow down every browser that shows it. */
const maxPixels = 100_000_000;

const kinds = ['png', 'gif', 'jpeg', 'webp'] as const;

export type PictureKind = (typeof kinds)[number];
export const isPicture = (kind: string): kind is PictureKind => (kinds as readonly string[]).includes(kind);

/** Throws if a picture has no pixels or more than 100 million. */
export const checkMeasures = ({ width, height }: Measures): Measures => {
  if (width < 1 || height < 1) throw new Unreadable('broken');
  if (width * height > maxPixels) throw new Unreadable('tooMuch');
  return { width, height };
};

/** Cameras store a picture as they were held. From the fifth orientation on, it is shown turned by 90 degrees. */
const isTurned = (orientation = 1): boolean => orientation >= 5 && orientation <= 8;

/** The size of a picture as browsers show it, by its header. The picture is not decoded. */
export const measure = (bytes: Uint8Array): Measures => {
  try {
    const { width, height, orientation } = imageSize(bytes);
    return checkMeasures(isTurned(orientation) ? { width: height, height: width } : { width, height });
  } catch (error) {
    // The library has no error class: it fails in many ways on a damaged header.
    throw error instanceof Unreadable ? error : new Unreadable('broken', error);
  }
};
