import { createHash } from 'node:crypto';
import { encode } from 'fast-png';
import type { ImagesPort, PictureRequest } from '../../ports/images.ts';

type Colour = [number, number, number];

const width = 768;
const height = 512;
/** Pixels per dot of a letter. */
const dot = 10;

/** Letters of five by seven dots, as rows. */
const letters: Readonly<Record<string, readonly string[]>> = {
  D: ['1111 ', '1   1', '1   1', '1   1', '1   1', '1   1', '1111 '],
  E: ['11111', '1    ', '1    ', '1111 ', '1    ', '1    ', '11111'],
  M: ['1   1', '11 11', '1 1 1', '1 1 1', '1   1', '1   1', '1   1'],
  O: [' 111 ', '1   1', '1   1', '1   1', '1   1', '1   1', ' 111 '],
  I: ['11111', '  1  ', '  1  ', '  1  ', '  1  ', '  1  ', '11111'],
  A: [' 111 ', '1   1', '1   1', '11111', '1   1', '1   1', '1   1'],
  G: [' 111 ', '1   1', '1    ', '1 111', '1   1', '1   1', ' 1111'],
  T: ['11111', '  1  ', '  1  ', '  1  ', '  1  ', '  1  ', '  1  '],
};

const fromHue = (hue: number, lightness: number): Colour => {
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    const swing = 0.4 * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - swing * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
};

const write = (pixels: Uint8Array, words: string, top: number, ink: number): void => {
  const left = Math.round((width - (words.length * 6 - 1) * dot) / 2);
  for (const [column, letter] of words.split('').entries())
    for (const [y, row] of (letters[letter] ?? []).entries())
      for (const [x, sign] of row.split('').entries()) {
        if (sign !== '1') continue;
        for (let line = 0; line < dot; line += 1) {
          const start = (top + y * dot + line) * width + left + (column * 6 + x) * dot;
          pixels.fill(ink, start, start + dot);
        }
      }
};

/** Draws waves whose colors are derived from the request, with a large label on top. */
const draw = ({ prompt, inputs }: PictureRequest): Uint8Array => {
  const hash = createHash('sha256').update(prompt);
  for (const { bytes } of inputs) hash.update(bytes);
  const seed = hash.digest();
  const hue = (seed[0]! * 360) / 256;
  const palette: Colour[] = Array.from({ length: 6 }, (_, step) => fromHue(hue + step * 12, 0.5 + step * 0.07));
  const paper = palette.push([255, 255, 255]) - 1;
  const ink = palette.push([24, 24, 32]) - 1;
  const [a, b, c] = [1 + (seed[1]! % 5), 1 + (seed[2]! % 5), seed[3]! / 40];
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const wave = Math.sin((x / width) * Math.PI * a + c) + Math.sin((y / height) * Math.PI * b + (x / width) * 2);
      pixels[y * width + x] = Math.min(5, Math.floor(((wave + 2) / 4) * 6));
    }
  const lines = inputs.length > 0 ? ['DEMO IMAGE', 'EDITED'] : ['DEMO IMAGE'];
  const block = lines.length * 9 * dot;
  const top = Math.round((height - block) / 2);
  for (let y = top - 20; y < top + block + 10; y += 1) pixels.fill(paper, y * width + 60, (y + 1) * width - 60);
  for (const [index, words] of lines.entries()) write(pixels, words, top + index * 9 * dot, ink);
  // One channel: each pixel is an index into the palette.
  return encode({ width, height, data: pixels, channels: 1, palette });
};

/** Makes demo pictures, labeled as such, without a key or network. The same request always gives the same picture. */
export const createDemoImages = (): ImagesPort => ({
  label: 'Demo model',
  inputsMost: 4,
  make: async (request, signal) => (signal.aborted ? { ok: false } : { ok: true, bytes: draw(request) }),
});
