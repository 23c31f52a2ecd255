export interface Sniffed {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/x-icon';
  readonly extension: string;
}

const png: Sniffed = { type: 'image/png', extension: 'png' };
const known: Readonly<Record<string, Sniffed>> = {
  'image/png': png,
  // An animated PNG is still a PNG.
  'image/apng': png,
  'image/jpeg': { type: 'image/jpeg', extension: 'jpg' },
  'image/webp': { type: 'image/webp', extension: 'webp' },
  'image/x-icon': { type: 'image/x-icon', extension: 'ico' },
};
/**
 * The bytes that are inspected. The library knows many formats and unpacks some, so it never gets more of a file than
 * this.
 */
const head = 4100;

/**
 * The type of a picture or icon, by its content; undefined for others, including SVG, which browsers cannot show
 * safely.
 */
export const sniffImage = async (content: Uint8Array): Promise<Sniffed | undefined> => {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(content.subarray(0, head));
  return found && known[found.mime];
};

/** Like `sniffImage`, without icons. */
export const sniffPicture = async (content: Uint8Array): Promise<Sniffed | undefined> => {
  const found = await sniffImage(content);
  return found?.type === 'image/x-icon' ? undefined : found;
};
