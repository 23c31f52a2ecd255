import { imageSize } from 'image-size';
import { Unreadable } from './unreadable.ts';

export interface Measures {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Pixels of a picture: what unpacks to more is a burden to every screen that shows it. */
const pixelsMost = 100_000_000;

const kinds = ['png', 'gif', 'jpeg', 'webp'] as const;

export type PictureKind = (typeof kinds)[number];
export const isPicture = (kind: string): kind is PictureKind => (kinds as readonly string[]).includes(kind);

/** Throws where a picture has no pixels, or more than 100 million. */
export const checkMeasures = ({ width, height }: Measures): Measures => {
  if (width < 1 || height < 1) throw new Unreadable('broken');
  if (width * height > pixelsMost) throw new Unreadable('tooMuch');
  return { width, height };
};

/** The size of a picture by its head; it is not unpacked. */
export const measure = (bytes: Uint8Array): Measures => {
  try {
    const { width, height } = imageSize(bytes);
    return checkMeasures({ width, height });
  } catch (error) {
    // The library has no error of its own: it fails in many ways at a head that is damaged.
    throw error instanceof Unreadable ? error : new Unreadable('broken', error);
  }
};
