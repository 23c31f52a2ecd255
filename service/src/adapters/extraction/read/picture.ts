import { Unreadable } from './unreadable.ts';

export interface Measures {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Pixels of a picture: what unpacks to more is a burden to every screen that shows it. */
const pixelsMost = 100_000_000;

const jpeg = (bytes: Buffer): Measures => {
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) break;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // A frame's head, of any kind but tables (C4), extensions (C8) and conditioning (CC).
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  throw new Unreadable('broken');
};

const webp = (bytes: Buffer): Measures => {
  const form = bytes.toString('latin1', 12, 16);
  if (form === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (form === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
  }
  if (form !== 'VP8 ') throw new Unreadable('broken');
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
};

const measuresBy = {
  png: (bytes: Buffer): Measures => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  gif: (bytes: Buffer): Measures => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  jpeg,
  webp,
} as const;

export type PictureKind = keyof typeof measuresBy;
export const isPicture = (kind: string): kind is PictureKind => kind in measuresBy;

/** Throws where a picture is of no size, or of more than 100 million pixels. */
export const checkMeasures = ({ width, height }: Measures): Measures => {
  if (width < 1 || height < 1) throw new Unreadable('broken');
  if (width * height > pixelsMost) throw new Unreadable('tooMuch');
  return { width, height };
};

/** The size of a picture by its head; it is not unpacked. */
export const measure = (kind: PictureKind, bytes: Buffer): Measures => {
  try {
    return checkMeasures(measuresBy[kind](bytes));
  } catch (error) {
    throw error instanceof RangeError ? new Unreadable('broken', error) : error;
  }
};
