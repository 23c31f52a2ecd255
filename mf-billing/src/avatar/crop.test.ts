import { describe, expect, test } from 'vitest';
import { type Crop, cutOf, pan, scalesOf, startOf, zoom } from './crop.ts';

const wide = { width: 1200, height: 600 };
const tiny = { width: 50, height: 25 };

/** Whether no side of the frame of 300 px is bare. */
const covers = (picture: typeof wide, { scale, x, y }: Crop) =>
  x <= 0 && y <= 0 && x + picture.width * scale >= 300 - 1e-9 && y + picture.height * scale >= 300 - 1e-9;

describe('the cut of a picture', () => {
  test('begins with the middle of the longer side and the whole of the shorter one', () => {
    expect(startOf(wide)).toEqual({ scale: 0.5, x: -150, y: 0 });
    expect(cutOf(startOf(wide))).toEqual({ x: 300, y: 0, side: 600 });
  });

  test('is zoomed from where the picture covers the frame up to 3', () => {
    expect(scalesOf(wide)).toEqual({ min: 0.5, max: 3 });
    expect([zoom(wide, startOf(wide), 0.1).scale, zoom(wide, startOf(wide), 9).scale]).toEqual([0.5, 3]);
  });

  test('of a picture that is smaller than a third of the frame has one scale', () => {
    expect(scalesOf(tiny)).toEqual({ min: 12, max: 12 });
    expect(zoom(tiny, startOf(tiny), 1)).toEqual(startOf(tiny));
  });

  test('keeps what lies under the finger where it is', () => {
    const at = { x: 60, y: 240 };
    const before = startOf(wide);
    const after = zoom(wide, before, 2, at);
    const under = (crop: Crop) => [(at.x - crop.x) / crop.scale, (at.y - crop.y) / crop.scale];
    expect(under(after)).toEqual(under(before));
  });

  test('never leaves a side of the frame bare', () => {
    let crop = startOf(wide);
    for (const by of [-9999, 120, 9999, -40]) {
      crop = pan(wide, crop, { x: by, y: -by });
      expect(covers(wide, crop)).toBe(true);
      crop = zoom(wide, crop, crop.scale * (by > 0 ? 0.4 : 2.5), { x: 0, y: 300 });
      expect(covers(wide, crop)).toBe(true);
    }
  });
});
