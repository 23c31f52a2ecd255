import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { isPartFile } from '../build/part-files.ts';
import { pathIn } from './inner-path.ts';

/** A compressed form that is stored next to a file, with `ending` appended to its name. */
interface Form {
  readonly ending: '.br' | '.gz';
  /** The value for `content-encoding`. */
  readonly encoding: 'br' | 'gzip';
  readonly pack: (data: Buffer, quick: boolean) => Buffer;
  readonly unpack: (packed: Buffer) => Buffer;
}

/** The best one first. */
export const forms: readonly Form[] = [
  {
    ending: '.br',
    encoding: 'br',
    pack: (data, quick) =>
      brotliCompressSync(data, {
        params: { [constants.BROTLI_PARAM_QUALITY]: quick ? 5 : 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length },
      }),
    unpack: brotliDecompressSync,
  },
  {
    ending: '.gz',
    encoding: 'gzip',
    pack: (data, quick) => gzipSync(data, { level: quick ? 6 : 9 }),
    unpack: gunzipSync,
  },
];

/** Compresses many texts at once as far as possible: repetitions far from each other count, too. */
export const packAll = (data: Buffer): Buffer =>
  brotliCompressSync(data, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
    },
  });
export const unpackAll = (packed: Buffer): Buffer => brotliDecompressSync(packed);

export const isForm = (file: string): boolean => forms.some(({ ending }) => file.endsWith(ending));

const text = /\.(js|css|html|json|svg|map|txt|webmanifest)$/;
/** Whether compression makes a file smaller. */
export const isText = (file: string): boolean => text.test(file);
/** No browser requests a static part; only the edge reads it. */
const compressible = (file: string) => isText(file) && !isPartFile(file);

/** The compressed forms of a file that are smaller than the file. */
export const formsOf = (file: string, data: Buffer, quick = false): { ending: Form['ending']; packed: Buffer }[] =>
  compressible(file)
    ? forms
        .map(({ ending, pack }) => ({ ending, packed: pack(data, quick) }))
        .filter(({ packed }) => packed.length < data.length)
    : [];

const writeOnce = (path: string, data: Buffer) => {
  const side = `${path}.${process.pid}.new`;
  try {
    writeFileSync(side, data);
    renameSync(side, path);
  } finally {
    rmSync(side, { force: true });
  }
};

/**
 * Creates the missing forms of files, for example of a release from a clone or from before a form existed. Existing
 * ones stay. Gives how many it created.
 */
export const completeForms = (folder: string, files: readonly { readonly file: string }[], quick = false): number => {
  let made = 0;
  for (const { file } of files) {
    const path = pathIn(folder, file);
    if (!compressible(file) || forms.every(({ ending }) => existsSync(path + ending)) || !existsSync(path)) continue;
    const data = readFileSync(path);
    for (const { ending, pack } of forms) {
      if (existsSync(path + ending)) continue;
      const packed = pack(data, quick);
      if (packed.length >= data.length) continue;
      writeOnce(path + ending, packed);
      made += 1;
    }
  }
  return made;
};
