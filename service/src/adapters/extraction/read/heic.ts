import jpeg from 'jpeg-js';
import { checkMeasures, type Measures } from './picture.ts';
import { Unreadable } from './unreadable.ts';

const quality = 88;

/** The first picture of a HEIC or HEIF file, turned upright, as JPEG. */
export const convertHeic = async (bytes: Uint8Array): Promise<Measures & { readonly jpeg: Uint8Array }> => {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const [picture] = new libheif.HeifDecoder().decode(bytes);
  if (!picture) throw new Unreadable('broken');
  const measures = checkMeasures({ width: picture.get_width(), height: picture.get_height() });
  const data = new Uint8ClampedArray(measures.width * measures.height * 4);
  await new Promise<void>((resolve, reject) => {
    picture.display({ ...measures, data }, (shown) => (shown ? resolve() : reject(new Unreadable('broken'))));
  });
  return { ...measures, jpeg: jpeg.encode({ ...measures, data }, quality).data };
};
