import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { ModelRequest } from '../../../ports/model.ts';
import { picturesOf, wordsOf } from '../request-parts.ts';

/** Anthropic keeps what stands before such a mark for some minutes; the others keep it unasked, and know no marks. */
const remembered = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } };

/** The messages of a request as the AI SDK's providers take them; documents stand where `wordsOf` puts them, pictures behind the prompt. */
export const promptOf = async (request: ModelRequest, pictures: boolean): Promise<LanguageModelV4Prompt> => {
  const loaded = pictures ? await picturesOf(request) : [];
  const { turns, prompt } = wordsOf(request, pictures);
  // The next request has the words of this prompt again, but not its files at this place.
  const same = !request.files?.some(({ from }) => from === 'prompt');
  const last = turns.length - 1;
  return [
    { role: 'system', content: request.system, ...remembered },
    ...turns.map(({ role, content }, at) => ({
      role,
      content: [{ type: 'text' as const, text: content }],
      ...(at === last && !same ? remembered : {}),
    })),
    {
      role: 'user',
      ...(same ? remembered : {}),
      content: [
        { type: 'text', text: prompt },
        ...loaded.flatMap(({ name, type, bytes }) => [
          { type: 'text' as const, text: `The picture “${name}”:` },
          { type: 'file' as const, mediaType: type, data: { type: 'data' as const, data: bytes } },
        ]),
      ],
    },
  ];
};
