import { readFileSync } from 'node:fs';
import { type AgentDraft, agentDraft } from '@atrium/shared-kernel/contracts/entities/agent';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import type { ModelEvent, Replier } from '../../ports/model.ts';
import { titleFrom } from '../../formats/title.ts';

const instruction = readFileSync(`${import.meta.dirname}/prompts/interview.md`, 'utf8').trim();
/** Limits in characters, the same as of the call that saves an agent. */
const longest = { title: 200, instruction: 100_000 } as const;

/** Where a block begins, with the code fence that some models put around it. */
const opening = /\s*(?:`{3,}[a-z]*\s*)?<agent>/i;
/** The end of a text that may become an opening with what follows. */
const perhapsOpening = /\s*(?:`+[a-z]*\s*)?(?:<(?:a(?:g(?:e(?:n(?:t)?)?)?)?)?)?$/i;

const part = (block: string, name: string): string =>
  (new RegExp(`<${name}>([\\s\\S]*?)(?:</${name}>|</agent>|$)`, 'i').exec(block)?.[1] ?? '').trim();

/** The agent of a block, however carelessly it was written; undefined where it holds no instruction. */
export const draftIn = (block: string): AgentDraft | undefined => {
  const instruction = part(block, 'instruction').slice(0, longest.instruction);
  if (instruction === '') return undefined;
  const title = part(block, 'title').replaceAll(/\s+/g, ' ') || titleFrom(instruction);
  return { title: title.slice(0, longest.title), instruction };
};

const blockOf = ({ title, instruction }: AgentDraft): string =>
  `<agent>\n<title>${title}</title>\n<instruction>\n${instruction}\n</instruction>\n</agent>`;

/** The stored draft as the block that a model wrote, so that the model sees what it has to change. */
export const agentBlock = (context: string): string => {
  const stored = schemaFor(agentDraft).safeParse(JSON.parse(context));
  return stored.success ? blockOf(stored.data) : '';
};

/** Passes the text of an answer on, turns its block into an event, and passes on what follows the block. */
async function* withoutBlock(events: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent> {
  /** What may be the beginning of a block, or is in one. */
  let held = '';
  let inside = false;
  for await (const event of events) {
    if (event.type !== 'text') {
      yield event;
      continue;
    }
    held += event.text;
    if (inside) continue;
    const begins = held.search(opening);
    inside = begins !== -1;
    const text = inside ? held.slice(0, begins) : held.slice(0, held.search(perhapsOpening));
    if (text !== '') yield { type: 'text', text };
    held = inside ? held.slice(begins) : held.slice(text.length);
  }
  const agent = inside ? draftIn(held) : undefined;
  if (agent) yield { type: 'function', function: 'agentCreator', agent };
  else if (held !== '') yield { type: 'text', text: held };
  const behind = agent
    ? held
        .replace(/^[\s\S]*?(?:<\/agent>|$)/i, '')
        .replace(/^\s*`{3,}\s*/, '')
        .trim()
    : '';
  if (behind !== '') yield { type: 'text', text: `\n\n${behind}` };
}

/**
 * Interviews a person about an agent (B4.11). The model ends with a block in its answer, which every model can write;
 * the reader gets an event `function` with the agent's title and instruction in its place.
 */
export const createInterviewer = (model: Replier): Replier => ({
  label: model.label,
  contextTokens: model.contextTokens,
  reply: (request, signal) =>
    withoutBlock(model.reply({ ...request, system: `${request.system}\n\n${instruction}`, interview: true }, signal)),
});
