import { bedrockStream } from './bedrock-format.ts';
import { mistralStream } from './mistral-format.ts';
import { reported, type ScriptedAnswer } from './scripted-answer.ts';

export const wireFormats = [
  'openai-compatible',
  'openai',
  'azure',
  'anthropic',
  'google',
  'mistral',
  'bedrock',
] as const;
export type WireFormat = (typeof wireFormats)[number];

const data = (body: object, event?: string): string =>
  `${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(body)}\n\n`;

const chatCompletions = ({ thoughts = [], words = [], end = 'whole', error, tool }: ScriptedAnswer): string[] => {
  const chunk = (delta: object, finish: string | null = null) =>
    data({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] });
  const finish = { whole: 'stop', longest: 'length', filtered: 'content_filter', none: '' }[end];
  const usage = {
    prompt_tokens: reported.input,
    completion_tokens: reported.output,
    prompt_tokens_details: { cached_tokens: reported.cached },
    completion_tokens_details: { reasoning_tokens: reported.thought },
  };
  return [
    chunk({ role: 'assistant', content: '' }),
    ...thoughts.map((text) => chunk({ reasoning_content: text })),
    ...words.map((content) => chunk({ content })),
    ...(tool ? [chunk({ tool_calls: [{ index: 0, id: 't', function: { name: 'rm', arguments: '{}' } }] })] : []),
    ...(error ? [data(error)] : []),
    ...(end === 'none' || error ? [] : [chunk({}, finish), data({ choices: [], usage }), 'data: [DONE]\n\n']),
  ];
};

const responses = ({ thoughts = [], words = [], end = 'whole', error, tool }: ScriptedAnswer): string[] => {
  const usage = {
    input_tokens: reported.input,
    input_tokens_details: { cached_tokens: reported.cached },
    output_tokens: reported.output,
    output_tokens_details: { reasoning_tokens: reported.thought },
    total_tokens: reported.input + reported.output,
  };
  const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'm', service_tier: null };
  const event = (body: { readonly type: string }) => data(body, body.type);
  const call = { type: 'function_call', id: 'fc', call_id: 'c', name: 'rm', arguments: '{}', status: 'completed' };
  const reason = { longest: 'max_output_tokens', filtered: 'content_filter' }[end as 'longest'];
  const last = {
    type: reason ? 'response.incomplete' : 'response.completed',
    response: {
      ...response,
      status: reason ? 'incomplete' : 'completed',
      usage,
      ...(reason ? { incomplete_details: { reason } } : {}),
    },
  };
  const thinking = thoughts.flatMap((delta, index) => [
    event({ type: 'response.reasoning_summary_part.added', item_id: 'rs', output_index: 0, summary_index: index } as {
      type: string;
    }),
    event({
      type: 'response.reasoning_summary_text.delta',
      item_id: 'rs',
      output_index: 0,
      summary_index: index,
      delta,
    } as { type: string }),
    event({ type: 'response.reasoning_summary_part.done', item_id: 'rs', output_index: 0, summary_index: index } as {
      type: string;
    }),
  ]);
  const of = (type: string, item: object) => event({ type, output_index: 1, item } as { type: string });
  return [
    event({ type: 'response.created', response } as { type: string }),
    ...(thoughts.length > 0 ? [of('response.output_item.added', { type: 'reasoning', id: 'rs', summary: [] })] : []),
    ...thinking,
    ...(thoughts.length > 0 ? [of('response.output_item.done', { type: 'reasoning', id: 'rs', summary: [] })] : []),
    of('response.output_item.added', { type: 'message', id: 'msg', role: 'assistant', content: [] }),
    ...words.map((delta) =>
      event({ type: 'response.output_text.delta', item_id: 'msg', output_index: 1, content_index: 0, delta } as {
        type: string;
      }),
    ),
    ...(tool
      ? [of('response.output_item.added', { ...call, arguments: '' }), of('response.output_item.done', call)]
      : []),
    ...(error ? [data(error)] : []),
    ...(end === 'none' || error ? [] : [event(last)]),
  ];
};

const messagesApi = ({ thoughts = [], words = [], end = 'whole', error, tool }: ScriptedAnswer): string[] => {
  const event = (body: { readonly type: string; readonly [key: string]: unknown }) => data(body, body.type);
  const block = (index: number, content: object, deltas: readonly object[]) => [
    event({ type: 'content_block_start', index, content_block: content }),
    event({ type: 'ping' }),
    ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta })),
    event({ type: 'content_block_stop', index }),
  ];
  const reason = { whole: 'end_turn', longest: 'max_tokens', filtered: 'refusal', none: '' }[end];
  const input = {
    input_tokens: reported.input - reported.cached,
    cache_read_input_tokens: reported.cached,
    cache_creation_input_tokens: 0,
  };
  const message = { id: 'msg', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null };
  return [
    event({ type: 'message_start', message: { ...message, usage: { ...input, output_tokens: 1 } } }),
    ...thoughts.flatMap((thinking, index) =>
      block(index, { type: 'thinking', thinking: '', signature: '' }, [{ type: 'thinking_delta', thinking }]),
    ),
    ...(words.length > 0
      ? block(
          thoughts.length,
          { type: 'text', text: '' },
          words.map((text) => ({ type: 'text_delta', text })),
        ).slice(0, end === 'none' ? -1 : undefined)
      : []),
    ...(tool
      ? block(8, { type: 'tool_use', id: 't', name: 'rm', input: {} }, [
          { type: 'input_json_delta', partial_json: '{}' },
        ])
      : []),
    ...(error ? [data(error, 'error')] : []),
    ...(end === 'none' || error
      ? []
      : [
          event({
            type: 'message_delta',
            delta: { stop_reason: reason, stop_sequence: null },
            usage: { output_tokens: reported.output, output_tokens_details: { thinking_tokens: reported.thought } },
          }),
          event({ type: 'message_stop' }),
        ]),
  ];
};

const generateContent = ({ thoughts = [], words = [], end = 'whole', error, tool }: ScriptedAnswer): string[] => {
  const reason = { whole: 'STOP', longest: 'MAX_TOKENS', filtered: 'SAFETY', none: '' }[end];
  const chunk = (parts: readonly object[], more: object = {}) =>
    data({ candidates: [{ index: 0, content: { role: 'model', parts }, ...more }] });
  const usageMetadata = {
    promptTokenCount: reported.input,
    candidatesTokenCount: reported.output - reported.thought,
    thoughtsTokenCount: reported.thought,
    cachedContentTokenCount: reported.cached,
    totalTokenCount: reported.input + reported.output,
  };
  return [
    ...thoughts.map((text) => chunk([{ text, thought: true }])),
    ...words.map((text) => chunk([{ text }])),
    ...(tool ? [chunk([{ functionCall: { name: 'rm', args: {} } }])] : []),
    ...(error ? [data(error)] : []),
    ...(end === 'none' || error
      ? []
      : [
          data({
            candidates: [{ index: 0, content: { role: 'model', parts: [{ text: '' }] }, finishReason: reason }],
            usageMetadata,
          }),
        ]),
  ];
};

/** The events of a streamed answer in each provider's published format. */
export const streamOf: Readonly<Record<WireFormat, (answer: ScriptedAnswer) => (string | Buffer)[]>> = {
  'openai-compatible': chatCompletions,
  openai: responses,
  // Azure has the same API as OpenAI.
  azure: responses,
  anthropic: messagesApi,
  google: generateContent,
  mistral: mistralStream,
  bedrock: bedrockStream,
};

/** An error in each provider's published format. */
export const errorOf = (format: WireFormat, type: string, message: string, code?: string): object => {
  if (format === 'anthropic') return { type: 'error', error: { type, message }, request_id: 'req_1' };
  if (format === 'google') return { error: { code: Number(code ?? 500), message, status: type } };
  if (format === 'mistral') return { object: 'error', message, type, param: null, code: code ?? null };
  if (format === 'bedrock') return { message, type };
  return { error: { message, type, param: null, code: code ?? null } };
};
