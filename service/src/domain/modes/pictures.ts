import type { Omission } from '@atrium/shared-kernel/contracts/entities/omission';
import type { ModelEvent, ModelFile, ModelRequest, Replier } from '../../ports/model.ts';
import type { ImagesPort, InputPicture, PictureRequest } from '../../ports/images.ts';
import { ModelFailure } from '../../ports/model-failure.ts';
import { sniffPicture } from '../../formats/sniff.ts';
import type { ObjectStore } from '../../ports/objects.ts';
import { ofFiles } from '../context/omissions.ts';
import { whenAborted } from '../usage/meter.ts';

const missingDescription = 'Please describe the picture.';
const maxPromptLength = 4000;

/** Beginnings of a request that say nothing by themselves. */
const courtesy =
  /^(?:(?:please|now|then|and|but|ok(?:ay)?|(?:can|could|would|will) you|i(?:['’]d like| want) you to)[\s,]+)*/i;
/** A wish for a change: what the picture has, or how it should look. */
const change =
  /^(?:(?:edit|change|remove|replace|recolou?r|crop|erase|delete|add|adjust|brighten|darken|enlarge|shrink|rotate|flip)\b|(?:make|turn|keep|leave|move|put|give|let)\s+(?:it|its|this|that|the|him|his|her|them|their|everything)\b|(?:draw|paint|show)\s+it\b|i(?:['’]d like| want| need) (?:it|this|that|the)\b|(?:it|this|that)(?:['’]s| is| should| needs?| looks?| has| must| could)\b|(?:again|more|less|without|instead|(?:the )?same|brighter|darker|bigger|smaller)\b)/i;
/** A mention of the picture itself, or a comparison with it at the end. */
const mention =
  /\b(?:the|this|that|last|previous) (?:image|picture|photo)\b|\b(?:again|instead|brighter|darker|bigger|smaller)\W*$/i;

/**
 * Whether a prompt asks for a change. Words such as “it” or “without” alone do not: any description of a new picture may
 * have them.
 */
const asksForChange = (prompt: string): boolean =>
  mention.test(prompt) || prompt.split(/[.!?;\n]+\s*/).some((part) => change.test(part.trim().replace(courtesy, '')));

/**
 * The pictures that a request edits: those sent with it, or else the newest one in the chat if the prompt refers to it.
 */
export const picturesFor = ({ prompt, files = [] }: ModelRequest, most: number): ModelFile[] => {
  const pictures = files.filter(({ picture }) => picture);
  const sent = pictures.filter(({ from }) => from === 'prompt').slice(0, most);
  if (sent.length > 0 || !asksForChange(prompt)) return sent;
  return pictures.filter(({ from }) => from === 'chat').slice(0, 1);
};

interface Loaded extends InputPicture {
  readonly file: ModelFile;
}

const load = async (files: readonly ModelFile[]): Promise<Loaded[]> => {
  const loaded: Loaded[] = [];
  for (const file of files) {
    const bytes = await file.picture!.load();
    const sniffed = await sniffPicture(bytes);
    if (sniffed) loaded.push({ name: file.name, type: sniffed.type, bytes, file });
  }
  return loaded;
};

/** What was sent with the request but does not reach the image model: documents, and unsupported pictures. */
const leftOut = ({ prompt, files = [] }: ModelRequest, inputs: readonly Loaded[]): Omission[] => [
  ...(prompt.trim().length > maxPromptLength ? [{ kind: 'prompt-end-cut' }] : []),
  ...ofFiles(
    'files-left-out',
    files.filter((file) => file.from === 'prompt' && !inputs.some((input) => input.file === file)),
  ),
];

/** Makes a picture and counts it. An aborted request counts as well: the provider has begun to draw, and charges for it. */
const makeCounted = async (
  images: ImagesPort,
  { meter, models }: ModelRequest,
  picture: PictureRequest,
  signal: AbortSignal,
) => {
  const use = meter?.begin(models?.[0] ?? 'images', () => 0);
  let counted = false;
  const count = () => {
    if (!counted) use?.drew();
    counted = true;
  };
  const ended = whenAborted(signal, count);
  try {
    const answer = await images.make(picture, signal);
    if (answer.ok) count();
    return answer;
  } finally {
    ended();
  }
};

/** Answers with a picture, created from scratch or from pictures of the chat, and stored for the requesting user. */
export const createPainter = (images: ImagesPort, objects: ObjectStore): Replier => ({
  label: images.label,
  async *reply(request, signal): AsyncGenerator<ModelEvent> {
    const prompt = request.prompt.trim().slice(0, maxPromptLength);
    if (prompt === '') {
      yield { type: 'text', text: missingDescription };
      return;
    }
    const loaded = await load(picturesFor(request, images.inputsMost));
    if (signal.aborted) return;
    for (const omission of leftOut(request, loaded)) yield { type: 'omission', omission };
    const inputs = loaded.map(({ name, type, bytes }): InputPicture => ({ name, type, bytes }));
    yield { type: 'system', text: inputs.length > 0 ? 'Changing the picture' : 'Making the picture' };
    const answer = await makeCounted(images, request, { prompt, inputs }, signal);
    if (!answer.ok && answer.failure) throw answer.failure;
    if (signal.aborted || !answer.ok) return;
    const kind = await sniffPicture(answer.bytes);
    if (!kind) throw new ModelFailure('misconfigured', 'The output of the image model is not an image.');
    const { url } = await objects.put({
      owner: request.owner,
      folder: 'images',
      name: `picture.${kind.extension}`,
      type: kind.type,
      content: answer.bytes,
    });
    yield { type: 'image', url };
    yield { type: 'text', text: inputs.length > 0 ? 'Here is the changed picture.' : 'Here is the picture.' };
  },
});
