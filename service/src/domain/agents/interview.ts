import { readFileSync } from 'node:fs';
import { type AgentDraft, agentDraft } from '@atrium/shared-kernel/contracts/entities/agent';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import type { ModelEvent, Replier } from '../../ports/model.ts';
import { titleFrom } from '../../formats/title.ts';

const instruction = readFileSync(`${import.meta.dirname}/prompts/interview.md`, 'utf8').trim();
/** Limits in characters, the same as in the call that saves an agent. */
const maxLength = { title: 200, instruction: 100_000 } as const;

/**
 * The start of a block, including the code fence that some models put around it. Its parts have limits, so that an
 * answer of blank space or backticks is not held back as a whole and read again with each of its pieces.
 */
const opening = /\s{0,50}(?:`{3,9}[a-z]{0,9}\s{0,50})?<agent>/i;
/** The end of a text that could turn into an opening once more text arrives. */
const perhapsOpening = /\s{0,50}(?:`{1,9}[a-z]{0,9}\s{0,50})?(?:<(?:a(?:g(?:e(?:n(?:t)?)?)?)?)?)?$/i;
/** The end of an instruction that is whole. */
const closing = /<\/(?:instruction|agent)>/i;
/** Omissions of an answer that its model did not write to the end. */
const cutOff: ReadonlySet<string> = new Set(['answer-ended', 'answer-filtered']);

const part = (block: string, name: string): string =>
  (new RegExp(`<${name}>([\\s\\S]*?)(?:</${name}>|</agent>|$)`, 'i').exec(block)?.[1] ?? '').trim();

/** The agent in a block, even a malformed one; undefined if it has no instruction. */
export const draftIn = (block: string): AgentDraft | undefined => {
  const instruction = part(block, 'instruction').slice(0, maxLength.instruction);
  if (instruction === '') return undefined;
  const title = part(block, 'title').replaceAll(/\s+/g, ' ') || titleFrom(instruction);
  return { title: title.slice(0, maxLength.title), instruction };
};

const blockOf = ({ title, instruction }: AgentDraft): string =>
  `<agent>\n<title>${title}</title>\n<instruction>\n${instruction}\n</instruction>\n</agent>`;

/** The stored draft in the form of the block that the model wrote, so that the model sees what it has to change. */
export const agentBlock = (context: string): string => {
  const stored = schemaFor(agentDraft).safeParse(JSON.parse(context));
  return stored.success ? blockOf(stored.data) : '';
};

/**
 * Passes on the text of an answer, turns its block into an event, and passes on the text after the block. A block that is
 * cut off stays text: as an agent, half an instruction would look finished.
 */
async function* withoutBlock(events: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent> {
  /** Text that may start a block or is inside one, and is not passed on yet. */
  let buffer = '';
  let inside = false;
  let isCutOff = false;
  for await (const event of events) {
    isCutOff ||= event.type === 'omission' && cutOff.has(event.omission.kind);
    if (event.type !== 'text') {
      yield event;
      continue;
    }
    buffer += event.text;
    if (inside) {
      yield { type: 'alive' };
      continue;
    }
    const begins = buffer.search(opening);
    inside = begins !== -1;
    const text = inside ? buffer.slice(0, begins) : buffer.slice(0, buffer.search(perhapsOpening));
    yield text === '' ? { type: 'alive' } : { type: 'text', text };
    buffer = inside ? buffer.slice(begins) : buffer.slice(text.length);
  }
  const agent = inside && (!isCutOff || closing.test(buffer)) ? draftIn(buffer) : undefined;
  if (agent) yield { type: 'function', function: 'agentCreator', agent };
  else if (buffer !== '') yield { type: 'text', text: buffer };
  const remainder = agent
    ? buffer
        .replace(/^[\s\S]*?(?:<\/agent>|$)/i, '')
        .replace(/^\s*`{3,}\s*/, '')
        .trim()
    : '';
  if (remainder !== '') yield { type: 'text', text: `\n\n${remainder}` };
}

/**
 * Interviews the user about an agent (B4.11). The model ends with a text block, which every model can write. In its
 * place the reader gets a `function` event with the agent's title and instruction.
 */
export const createInterviewer = (model: Replier): Replier => ({
  label: model.label,
  contextTokens: model.contextTokens,
  reply: (request, signal) =>
    withoutBlock(model.reply({ ...request, system: `${request.system}\n\n${instruction}`, interview: true }, signal)),
});
