import { expect, it } from 'vitest';
import type { ImagesPort, PictureRequest } from '../../ports/images.ts';
import type { ModelFile } from '../../ports/model.ts';
import type { ObjectStore } from '../../ports/objects.ts';
import { png } from '../../testing/files/pictures.ts';
import { createPainter } from './pictures.ts';

const objects = { put: async () => ({ url: '/objects/i' }) } as unknown as ObjectStore;
const picture = (name: string, bytes: Uint8Array = png(2, 2)): ModelFile => {
  return {
    name,
    type: 'image/png',
    size: 9,
    from: 'prompt',
    picture: { width: 2, height: 2, load: async () => bytes },
  };
};
const paper: ModelFile = {
  name: 'paper.pdf',
  type: 'application/pdf',
  size: 9,
  from: 'prompt',
  document: { text: 'Blue.', characters: 5, words: 1 },
};

const paint = async (prompt: string, files: readonly ModelFile[]) => {
  const requests: PictureRequest[] = [];
  const images: ImagesPort = {
    label: 'Painter',
    inputsMost: 1,
    make: async (request) => {
      requests.push(request);
      return { ok: true, bytes: png(2, 2) };
    },
  };
  const request = { system: '', turns: [], prompt, files, owner: 'o' };
  const events = await Array.fromAsync(createPainter(images, objects).reply(request, new AbortController().signal));
  return { requests, omissions: events.flatMap((event) => (event.type === 'omission' ? [event.omission] : [])) };
};

it('parts of a request that an image model does not get are reported', async () => {
  const files = [picture('a.png'), picture('b.png'), paper];
  const { requests, omissions } = await paint(`Paint ${'blue '.repeat(1000)}`, files);
  expect(requests[0]!.prompt).toHaveLength(4000);
  expect(requests[0]!.inputs).toEqual([{ name: 'a.png', type: 'image/png', bytes: png(2, 2) }]);
  expect(omissions).toEqual([
    { kind: 'prompt-end-cut' },
    { kind: 'files-left-out', count: 2, names: ['b.png', 'paper.pdf'] },
  ]);
  expect((await paint('Paint it', [picture('broken.png', Buffer.from('no'))])).omissions).toMatchObject([
    { kind: 'files-left-out', names: ['broken.png'] },
  ]);
  expect((await paint('Paint it', [picture('a.png')])).omissions).toEqual([]);
});

const madeBefore: ModelFile = { ...picture('before.png'), from: 'chat' };

it.each([
  'Make it brighter',
  'Please make the cat blue',
  'Could you remove the background?',
  'I like the cat. But change the sky, please',
  'Add a hat',
  'Again',
  'Less red',
  'Without the hat',
  'The same in blue',
  'It should be bigger',
  'In blue instead',
  'A frame around the picture',
])('%j changes the last picture', async (prompt) => {
  expect((await paint(prompt, [madeBefore])).requests[0]!.inputs).toHaveLength(1);
});

it.each([
  'A city street at night without cars',
  'A dog that chases its tail',
  'A lighthouse under the sky',
  'A man who has to change the tire of his car',
  'Make a poster of a dog with more than one tail',
  'A house with the sea in the background. A boat in front of it',
  'This old bridge by the river, less crowded than usual',
])('%j makes a new picture', async (prompt) => {
  expect((await paint(prompt, [madeBefore])).requests[0]!.inputs).toEqual([]);
});
