const starts = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/x-icon', [0x00, 0x00, 0x01, 0x00]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
] as const;

/** The type of an icon by its content; undefined for anything that is not a plain picture, as an SVG or a page. */
export const iconType = (content: Buffer): string | undefined => {
  const webp = content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP';
  if (webp) return 'image/webp';
  return starts.find(([, bytes]) => bytes.every((byte, at) => content[at] === byte))?.[0];
};
