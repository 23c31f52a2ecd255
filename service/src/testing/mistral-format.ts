import { reported, type ScriptedAnswer } from './scripted-answer.ts';

/** Mistral's finish reasons. There is none for a filter, because Mistral refuses such requests instead. */
const finishes = { whole: 'stop', longest: 'length', filtered: 'stop', none: '' } as const;

const usage = {
  prompt_tokens: reported.input,
  completion_tokens: reported.output,
  total_tokens: reported.input + reported.output,
  num_cached_tokens: reported.cached,
  completion_tokens_details: { reasoning_tokens: reported.thought },
};
const thinking = (text: string) => [{ type: 'thinking', thinking: [{ type: 'text', text }] }];
const call = { index: 0, id: 'abc123def', function: { name: 'rm', arguments: '{}' } };

/** The events of Mistral's chat completions, in which reasoning is part of the content. */
export const mistralStream = ({ thoughts = [], words = [], end = 'whole', error, tool }: ScriptedAnswer): string[] => {
  const data = (body: object) => `data: ${JSON.stringify(body)}\n\n`;
  const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
    data({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }], ...more });
  return [
    chunk({ role: 'assistant', content: '' }),
    ...thoughts.map((text) => chunk({ content: thinking(text) })),
    ...words.map((content) => chunk({ content })),
    ...(tool ? [chunk({ tool_calls: [call] })] : []),
    ...(error ? [data(error)] : []),
    ...(end === 'none' || error ? [] : [chunk({ content: '' }, finishes[end], { usage }), 'data: [DONE]\n\n']),
  ];
};

/** The same answer in one piece. */
export const mistralWhole = ({ thoughts = [], words = [], end = 'whole' }: ScriptedAnswer): object => ({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: [...thoughts.flatMap(thinking), { type: 'text', text: words.join('') }] },
      finish_reason: finishes[end],
    },
  ],
  usage,
});
