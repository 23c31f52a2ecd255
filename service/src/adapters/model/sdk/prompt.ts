import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { ModelRequest } from '../../../ports/model.ts';
import { picturesOf, wordsOf } from '../request-parts.ts';

/** Makes Anthropic cache everything up to here for some minutes. Other providers cache by themselves and ignore it. */
const cached = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } };

/** The messages of a request for the AI SDK's providers. `wordsOf` places the documents; pictures follow the prompt. */
export const promptOf = async (request: ModelRequest, pictures: boolean): Promise<LanguageModelV4Prompt> => {
  const loaded = pictures ? await picturesOf(request) : [];
  const { turns, prompt } = wordsOf(request, pictures);
  // The next request repeats the text of this prompt, but has the prompt's files elsewhere.
  const same = !request.files?.some(({ from }) => from === 'prompt');
  const last = turns.length - 1;
  return [
    { role: 'system', content: request.system, ...cached },
    ...turns.map(({ role, content }, at) => ({
      role,
      content: [{ type: 'text' as const, text: content }],
      ...(at === last && !same ? cached : {}),
    })),
    {
      role: 'user',
      ...(same ? cached : {}),
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
