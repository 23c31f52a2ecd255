import { describe, expect, it } from 'vitest';
import type { ModelFile } from '../../../ports/model.ts';
import { withoutLargePictures } from './large-pictures.ts';

const pictureOf = (name: string, bytes: number, width = 100, from: ModelFile['from'] = 'chat'): ModelFile => ({
  name,
  type: 'image/jpeg',
  size: bytes,
  from,
  picture: { width, height: 100, load: async () => Buffer.from('jpeg') },
});
const megabyte = 1024 * 1024;
const requestWith = (...files: ModelFile[]) => ({ system: '', turns: [], prompt: 'Hi', files, owner: 'a'.repeat(24) });
const small = pictureOf('small.jpg', 3.75 * megabyte, 8000);
const photo = pictureOf('photo.jpg', 3.75 * megabyte + 1);
const screenshot = pictureOf('long.jpg', 9, 8001);

describe('a picture that is too large for its provider', () => {
  it.each(['anthropic', 'bedrock'] as const)('is only named for %s, and listed as left out', (provider) => {
    const { given, omissions } = withoutLargePictures(requestWith(small, photo, screenshot), provider);
    expect(given.files?.map(({ name, picture }) => [name, picture !== undefined])).toEqual([
      ['small.jpg', true],
      ['photo.jpg', false],
      ['long.jpg', false],
    ]);
    expect(omissions).toEqual([{ kind: 'files-left-out', count: 2, names: ['photo.jpg', 'long.jpg'] }]);
  });

  it('is sent to a provider that accepts it', () => {
    const request = requestWith(photo, screenshot);
    expect(withoutLargePictures(request, 'openai')).toEqual({ given: request, omissions: [] });
  });

  it('is not named if it belongs to an agent', () => {
    const { omissions } = withoutLargePictures(requestWith(pictureOf('a.jpg', 9 * megabyte, 1, 'agent')), 'anthropic');
    expect(omissions).toEqual([{ kind: 'agent-files-cut' }]);
  });
});
