export interface Sniffed {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly extension: string;
}

const starts = (bytes: Uint8Array, at: number, signs: readonly number[]): boolean =>
  signs.every((sign, index) => bytes[at + index] === sign);

/** The kind of a picture by its content; undefined where it is none that browsers show safely. */
export const sniffPicture = (bytes: Uint8Array): Sniffed | undefined => {
  if (starts(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    return { type: 'image/png', extension: 'png' };
  if (starts(bytes, 0, [0xff, 0xd8, 0xff])) return { type: 'image/jpeg', extension: 'jpg' };
  if (starts(bytes, 0, [0x52, 0x49, 0x46, 0x46]) && starts(bytes, 8, [0x57, 0x45, 0x42, 0x50]))
    return { type: 'image/webp', extension: 'webp' };
  return undefined;
};
