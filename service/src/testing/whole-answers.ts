import { bedrockWhole } from './bedrock-format.ts';
import { mistralWhole } from './mistral-format.ts';
import type { WireFormat } from './provider-formats.ts';
import { reported, type ScriptedAnswer } from './scripted-answer.ts';

const chatCompletion = ({ thoughts = [], words = [] }: ScriptedAnswer): object => ({
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
    prompt_tokens: reported.input,
    completion_tokens: reported.output,
    prompt_tokens_details: { cached_tokens: reported.cached },
    completion_tokens_details: { reasoning_tokens: reported.thought },
  },
});

const response = ({ thoughts = [], words = [] }: ScriptedAnswer): object => ({
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
    input_tokens: reported.input,
    input_tokens_details: { cached_tokens: reported.cached },
    output_tokens: reported.output,
    output_tokens_details: { reasoning_tokens: reported.thought },
    total_tokens: reported.input + reported.output,
  },
});

const message = ({ thoughts = [], words = [] }: ScriptedAnswer): object => ({
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
    input_tokens: reported.input - reported.cached,
    cache_read_input_tokens: reported.cached,
    cache_creation_input_tokens: 0,
    output_tokens: reported.output,
    output_tokens_details: { thinking_tokens: reported.thought },
  },
});

const content = ({ thoughts = [], words = [] }: ScriptedAnswer): object => ({
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
    promptTokenCount: reported.input,
    candidatesTokenCount: reported.output - reported.thought,
    thoughtsTokenCount: reported.thought,
    cachedContentTokenCount: reported.cached,
    totalTokenCount: reported.input + reported.output,
  },
});

/** An answer as one JSON body in each provider's published format. */
export const wholeAnswerOf: Readonly<Record<WireFormat, (answer: ScriptedAnswer) => object>> = {
  'openai-compatible': chatCompletion,
  openai: response,
  azure: response,
  anthropic: message,
  google: content,
  mistral: mistralWhole,
  bedrock: bedrockWhole,
};
