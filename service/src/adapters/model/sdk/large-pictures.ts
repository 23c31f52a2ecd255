import type { Omission } from '@atrium/shared-kernel/contracts/entities/omission';
import type { ModelFile, ModelRequest } from '../../../ports/model.ts';
import type { Provider } from '../catalog/entry.ts';
import { withoutPicture } from '../request-parts.ts';

/**
 * The largest picture in bytes, and its longest side in pixels. Anthropic counts 5 MB after the encoding as base64. A
 * request with a larger picture is refused as a whole.
 */
const ofClaude = { bytes: 3.75 * 1024 * 1024, side: 8000 } as const;
const limits: Readonly<Partial<Record<Provider, typeof ofClaude>>> = { anthropic: ofClaude, bedrock: ofClaude };

/** The number of files that an omission names, and the length of their names. */
const maxNamed = { files: 5, characters: 100 } as const;

const omissionsOf = (large: readonly ModelFile[]): Omission[] => {
  // Not all users of an agent know its files.
  const own = large.filter(({ from }) => from !== 'agent');
  const names = own.slice(0, maxNamed.files).map(({ name }) => name.slice(0, maxNamed.characters).toWellFormed());
  return [
    ...(own.length > 0 ? [{ kind: 'files-left-out', count: own.length, names }] : []),
    ...(own.length < large.length ? [{ kind: 'agent-files-cut' }] : []),
  ];
};

/** The request in which pictures that are too large for the provider are only named, and what that leaves out. */
export const withoutLargePictures = (
  request: ModelRequest,
  provider: Provider,
): { readonly given: ModelRequest; readonly omissions: readonly Omission[] } => {
  const { files = [] } = request;
  const limit = limits[provider];
  const isLarge = ({ picture, size }: ModelFile) =>
    limit !== undefined && picture && (size > limit.bytes || Math.max(picture.width, picture.height) > limit.side);
  const large = files.filter(isLarge);
  if (large.length === 0) return { given: request, omissions: [] };
  const given = { ...request, files: files.map((file) => (isLarge(file) ? withoutPicture(file) : file)) };
  return { given, omissions: omissionsOf(large) };
};
