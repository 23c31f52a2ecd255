import type { ModelFile } from '../../ports/model.ts';

/** Square pixels per token. Providers scale larger pictures down, so that none takes more than `maxOfOne`. */
const pixelsPerToken = 750;
const maxOfOne = 1600;

/** The estimated tokens of the pictures among the files. */
export const pictureTokens = (files: readonly Pick<ModelFile, 'picture'>[]): number =>
  files.reduce(
    (sum, { picture }) =>
      sum + (picture ? Math.min(maxOfOne, Math.ceil((picture.width * picture.height) / pixelsPerToken)) : 0),
    0,
  );
