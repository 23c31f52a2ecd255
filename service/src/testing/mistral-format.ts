import { said, type SaidAnswer } from './said-answer.ts';

/** How Mistral ends an answer; it has no word for a filter, and refuses such a request instead. */
const finishes = { whole: 'stop', longest: 'length', filtered: 'stop', none: '' } as const;

const usage = {
  prompt_tokens: said.input,
  completion_tokens: said.output,
  total_tokens: said.input + said.output,
  num_cached_tokens: said.cached,
  completion_tokens_details: { reasoning_tokens: said.thought },
};
const thinking = (text: string) => [{ type: 'thinking', thinking: [{ type: 'text', text }] }];
const call = { index: 0, id: 'abc123def', function: { name: 'rm', arguments: '{}' } };

/** The events of Mistral's chat completions: thoughts are parts of the content. */
export const mistralStream = ({ thoughts = [], words = [], end = 'whole', error, tool }: SaidAnswer): string[] => {
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

/** The same in one piece. */
export const mistralWhole = ({ thoughts = [], words = [], end = 'whole' }: SaidAnswer): object => ({
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
