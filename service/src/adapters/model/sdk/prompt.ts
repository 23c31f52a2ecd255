import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { ModelRequest } from '../../../ports/model.ts';
import { picturesOf, wordsOf } from '../request-parts.ts';

/** The messages of a request as the AI SDK's providers take them; documents stand before the prompt, pictures behind. */
export const promptOf = async (request: ModelRequest, pictures: boolean): Promise<LanguageModelV4Prompt> => {
  const loaded = pictures ? await picturesOf(request) : [];
  return [
    { role: 'system', content: request.system },
    ...request.turns.map(({ role, content }) => ({ role, content: [{ type: 'text' as const, text: content }] })),
    {
      role: 'user',
      content: [
        { type: 'text', text: wordsOf(request, pictures) },
        ...loaded.flatMap(({ name, type, bytes }) => [
          { type: 'text' as const, text: `The picture “${name}”:` },
          { type: 'file' as const, mediaType: type, data: { type: 'data' as const, data: bytes } },
        ]),
      ],
    },
  ];
};
