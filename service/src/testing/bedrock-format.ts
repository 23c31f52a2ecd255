import { crc32 } from 'node:zlib';
import { reported, type ScriptedAnswer } from './scripted-answer.ts';

const reasons = { whole: 'end_turn', longest: 'max_tokens', filtered: 'guardrail_intervened', none: '' } as const;
const usage = {
  inputTokens: reported.input - reported.cached,
  outputTokens: reported.output,
  totalTokens: reported.input + reported.output,
  cacheReadInputTokens: reported.cached,
};

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const header = (name: string, value: string): Buffer => {
  // Type 7 is a string, whose length has two bytes.
  const sizes = Buffer.from([7, value.length >> 8, value.length & 255]);
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), sizes, Buffer.from(value)]);
};

/** A message of AWS's event stream: lengths, headers, body, each with a checksum. */
const frame = (kind: 'event' | 'exception', type: string, body: object): Buffer => {
  const headers = Buffer.concat([
    header(kind === 'event' ? ':event-type' : ':exception-type', type),
    header(':content-type', 'application/json'),
    header(':message-type', kind),
  ]);
  const payload = Buffer.from(JSON.stringify(body));
  const lengths = Buffer.concat([number(headers.length + payload.length + 16), number(headers.length)]);
  const unsigned = Buffer.concat([lengths, number(crc32(lengths)), headers, payload]);
  return Buffer.concat([unsigned, number(crc32(unsigned))]);
};

/**
 * The events of Bedrock's `converse-stream`. An error is an exception by its name, such as `{ throttlingException: …
 * }`.
 */
export const bedrockStream = ({ thoughts = [], words = [], end = 'whole', error, tool }: ScriptedAnswer): Buffer[] => {
  const event = (type: string, body: object) => frame('event', type, body);
  const delta = (contentBlockIndex: number, one: object) =>
    event('contentBlockDelta', { contentBlockIndex, delta: one, p: 'abcdefgh' });
  const start = { toolUse: { toolUseId: 't', name: 'rm' } };
  return [
    event('messageStart', { role: 'assistant' }),
    ...thoughts.flatMap((text, index) => [
      delta(index, { reasoningContent: { text } }),
      event('contentBlockStop', { contentBlockIndex: index }),
    ]),
    ...words.map((text) => delta(thoughts.length, { text })),
    ...(tool
      ? [
          event('contentBlockStart', { contentBlockIndex: 8, start }),
          delta(8, { toolUse: { input: '{}' } }),
          event('contentBlockStop', { contentBlockIndex: 8 }),
        ]
      : []),
    ...Object.entries(error ?? {}).map(([type, body]) => frame('exception', type, body as object)),
    ...(end === 'none' || error
      ? []
      : [event('messageStop', { stopReason: reasons[end] }), event('metadata', { usage, metrics: { latencyMs: 1 } })]),
  ];
};

/** The same answer in one piece, as `converse` returns it. */
export const bedrockWhole = ({ thoughts = [], words = [], end = 'whole' }: ScriptedAnswer): object => ({
  output: {
    message: {
      role: 'assistant',
      content: [
        ...thoughts.map((text) => ({ reasoningContent: { reasoningText: { text, signature: 's' } } })),
        { text: words.join('') },
      ],
    },
  },
  stopReason: reasons[end],
  usage,
});
