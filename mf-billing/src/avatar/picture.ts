/** Bytes and pixels of a picture that browsers can open without trouble. */
const limits = { bytes: 25 * 1024 * 1024, pixels: 100_000_000 } as const;

export const pictureMessages = {
  type: 'Invalid file type, please select an image or gif.',
  large: 'This picture is too large. Please select one up to 25 MB.',
  heic: 'This browser can’t open HEIC pictures. Please select a JPEG or PNG.',
  broken: 'This picture can’t be opened. It may be damaged. Please select another one.',
} as const;

const isHeic = ({ name, type }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

export interface Picture {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly image: HTMLImageElement;
}

/** Opens the picture at an object URL. Undefined if the browser cannot, or if it has no size. */
export const openPicture = async (source: string): Promise<Picture | undefined> => {
  const image = new Image();
  image.src = source;
  try {
    await image.decode();
  } catch {
    // The browser's error would not help the user.
    return undefined;
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  return width > 0 && height > 0 ? { image, width, height } : undefined;
};

/** Why a file cannot be the user's picture. Undefined if it can. `source` is its object URL. */
export const validatePicture = async (file: File, source: string): Promise<string | undefined> => {
  // Many browsers do not know the media type of HEIC.
  if (!file.type.startsWith('image/') && !isHeic(file)) return pictureMessages.type;
  if (file.size > limits.bytes) return pictureMessages.large;
  const picture = await openPicture(source);
  if (!picture) return isHeic(file) ? pictureMessages.heic : pictureMessages.broken;
  return picture.width * picture.height > limits.pixels ? pictureMessages.large : undefined;
};
