import { bedrockWhole } from './bedrock-format.ts';
import { mistralWhole } from './mistral-format.ts';
import type { WireFormat } from './provider-formats.ts';
import { said, type SaidAnswer } from './said-answer.ts';

const chatCompletion = ({ thoughts = [], words = [] }: SaidAnswer): object => ({
  id: 'c',
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', reasoning_content: thoughts.join(' '), content: words.join('') },
      finish_reason: 'stop',
    },
  ],
  usage: {
    prompt_tokens: said.input,
    completion_tokens: said.output,
    prompt_tokens_details: { cached_tokens: said.cached },
    completion_tokens_details: { reasoning_tokens: said.thought },
  },
});

const response = ({ thoughts = [], words = [] }: SaidAnswer): object => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'm',
  status: 'completed',
  output: [
    { type: 'reasoning', id: 'rs', summary: thoughts.map((text) => ({ type: 'summary_text', text })) },
    {
      type: 'message',
      id: 'msg',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: words.join(''), annotations: [] }],
    },
  ],
  usage: {
    input_tokens: said.input,
    input_tokens_details: { cached_tokens: said.cached },
    output_tokens: said.output,
    output_tokens_details: { reasoning_tokens: said.thought },
    total_tokens: said.input + said.output,
  },
});

const message = ({ thoughts = [], words = [] }: SaidAnswer): object => ({
  id: 'msg',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [
    ...thoughts.map((thinking) => ({ type: 'thinking', thinking, signature: 's' })),
    { type: 'text', text: words.join('') },
  ],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: {
    input_tokens: said.input - said.cached,
    cache_read_input_tokens: said.cached,
    cache_creation_input_tokens: 0,
    output_tokens: said.output,
    output_tokens_details: { thinking_tokens: said.thought },
  },
});

const content = ({ thoughts = [], words = [] }: SaidAnswer): object => ({
  candidates: [
    {
      index: 0,
      content: {
        role: 'model',
        parts: [...thoughts.map((text) => ({ text, thought: true })), { text: words.join('') }],
      },
      finishReason: 'STOP',
    },
  ],
  usageMetadata: {
    promptTokenCount: said.input,
    candidatesTokenCount: said.output - said.thought,
    thoughtsTokenCount: said.thought,
    cachedContentTokenCount: said.cached,
    totalTokenCount: said.input + said.output,
  },
});

/** An answer in one JSON body, as each provider publishes it. */
export const wholeAnswerOf: Readonly<Record<WireFormat, (answer: SaidAnswer) => object>> = {
  'openai-compatible': chatCompletion,
  openai: response,
  azure: response,
  anthropic: message,
  google: content,
  mistral: mistralWhole,
  bedrock: bedrockWhole,
};
