import type { ModelEvent, ModelRequest } from '../../../ports/model.ts';
import { titleFrom } from '../../../formats/title.ts';

const label =
  '*This is the demo model: it asks everyone the same questions and builds the agent from your own words.*\n\n';
/** The questions after the first one, which the screen asks. */
const questions = [
  'Good. Who will it talk to, and how should its answers sound?',
  'Understood. Is there something that it must always do, or never do?',
] as const;

const line = (text: string): string => text.replaceAll(/<\/?(?:agent|title|instruction)>/gi, '').trim();

const agentOf = ([purpose = '', tone = '', rules = '', ...changes]: readonly string[]): string => {
  const parts = [
    `Your task: ${line(purpose)}`,
    `Who you talk to, and how you answer: ${line(tone)}`,
    `What you always or never do: ${line(rules)}`,
    ...changes.map((change) => `Besides: ${line(change)}`),
  ];
  const title = titleFrom(line(purpose)) || 'My agent';
  return `<agent>\n<title>${title}</title>\n<instruction>\n${parts.join('\n\n')}\n</instruction>\n</agent>`;
};

/** The demo model's answers in an interview about an agent: two more questions, then the agent. */
export const interviewed = ({ turns, prompt }: ModelRequest): ModelEvent[] => {
  const answers = [...turns.filter(({ role }) => role === 'user').map(({ content }) => content), prompt];
  const question = questions[answers.length - 1];
  if (question !== undefined) return [{ type: 'text', text: `${answers.length === 1 ? label : ''}${question}` }];
  const ready = answers.length === 3 ? 'Thank you, that is all I need.' : 'I have put that in.';
  const text = `${ready} Your agent is ready: look it over, change what you like, and save it.\n\n${agentOf(answers)}`;
  return [{ type: 'text', text }];
};
