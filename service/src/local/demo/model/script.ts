import type { ModelEvent, ModelRequest, ResearchStep } from '../../../ports/model.ts';
import { memoryIn } from '../../../domain/memories/memory-command.ts';
import { answerToFiles } from './files.ts';
import { interviewed } from './interview.ts';
import { asAgent, inTone, nameIn, plain } from './persona.ts';
import { readFileSync } from 'node:fs';

const label =
  '*This is a research by the demo model: it has understood nothing, and shows the beginning of each source that a real model would be given.*';
/** Characters of a source that are shown. */
const shown = 280;

const opening = (text: string): string => {
  const line = text
    .slice(0, 4000)
    .replaceAll(/^\[Page \d+\]\s*/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const cut = line.length > shown ? `${line.slice(0, shown).replace(/\s+\S*$/, '')}…` : line;
  return cut.toWellFormed().replaceAll(/[\\`*_[\]<>|#!]/g, '\\$&');
};

/** The demo model's part in a step of a research: it searches for the question itself and quotes the given sources. */
const researched = (step: ResearchStep): ModelEvent[] => {
  if (step.step === 'plan') {
    const query = step.question.replaceAll(/\s+/g, ' ').trim().slice(0, 120);
    return [{ type: 'text', text: step.known > 0 || query === '' ? 'ENOUGH' : `QUERY: ${query}` }];
  }
  const parts = step.sources.map(({ text }, index) => `${index + 1}. ${opening(text)} [${index + 1}]`);
  const body = parts.length === 0 ? 'There is nothing to show: no source was found.' : parts.join('\n');
  return [{ type: 'text', text: `${label}\n\n${body}` }];
};

const read = (name: string) => readFileSync(`${import.meta.dirname}/answers/${name}.md`, 'utf8').trim();

/** The demo model's texts, read once. */
const library = {
  markdown: read('markdown'),
  table: read('table'),
  cite: read('cite'),
  conversation: read('conversation'),
  paragraphs: read('paragraphs').split('\n\n'),
  document: read('document'),
} as const;

/** Code samples by language, in the order of the file. A sample includes its fence. */
export const samples: ReadonlyMap<string, string> = new Map(
  read('code')
    .split(/\n\n(?=```)/)
    .map((sample) => [/^```(\w+)/.exec(sample)?.[1] ?? '', sample]),
);

const citationsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/\[\d+\]\((https:[^)]+)\)/g)].map(([, url]) => url!);

/** A step of an answer: an event, or a document to store before its event. */
export type Step = ModelEvent | { readonly type: 'makeDocument'; readonly name: string; readonly content: string };

const text = (markdown: string): Step => ({ type: 'text', text: markdown });

/** How users name the languages of the samples. For the others, the sample's own name counts. */
const languageNames: Readonly<Record<string, RegExp>> = {
  tsx: /\b(?:tsx|typescript|react)\b/,
  cpp: /\bc\+\+|\bcpp\b/,
  csharp: /\bc#|\bcsharp\b|\bc sharp\b/,
  c: /\b(?:in|and|or) c\b(?![+#])|\bc (?:code|program)\b/,
  go: /\b(?:golang|in go|go code)\b/,
  javascript: /\b(?:javascript|js)\b/,
  bash: /\b(?:bash|shell script)\b/,
};
const namesLanguage = (prompt: string) => (language: string) =>
  (languageNames[language] ?? new RegExp(`\\b${language}\\b`)).test(prompt);

const code = (prompt: string): Step[] => {
  const named = [...samples.keys()].filter(namesLanguage(prompt));
  const all = /\b(?:all|every|each)\b.*\blanguages?\b/.test(prompt);
  const chosen = all ? [...samples.keys()] : named.length > 0 ? named : ['tsx', 'python', 'sql'];
  const intro = chosen.length === 1 ? 'Here is a small sample:' : `Here are ${chosen.length} small samples:`;
  return [text([intro, ...chosen.map((language) => samples.get(language)!)].join('\n\n'))];
};

/** A long answer in sections, with about as many words as the prompt names. */
const long = (prompt: string): Step[] => {
  const requested = Number(/\b(\d{2,6})\b/.exec(prompt)?.[1] ?? 1200);
  const wanted = Math.min(Math.max(requested, 50), 50_000);
  const parts: string[] = ['# A long answer'];
  for (let words = 0, index = 0; words < wanted; index += 1) {
    const paragraph = library.paragraphs[index % library.paragraphs.length]!;
    if (index % 3 === 0) parts.push(`## Part ${index / 3 + 1}`);
    parts.push(paragraph);
    words += paragraph.split(' ').length;
  }
  return [text(parts.join('\n\n'))];
};

const thoughts: Step[] = [
  { type: 'system', text: 'Thinking' },
  { type: 'thought', text: 'First I read the question again and note what it really asks for.' },
  { type: 'thought', text: 'There are two ways to answer. The shorter one is enough here.' },
  { type: 'thought', text: 'A last check: nothing is promised that the answer does not hold.' },
  text('I have thought about it in three steps; they are above the answer. The shorter way was enough.'),
];

const cite: Step[] = [
  { type: 'system', text: 'Looking at sources' },
  { type: 'citations', urls: citationsOf(library.cite) },
  text(library.cite),
];

const document: Step[] = [
  { type: 'system', text: 'Writing the document' },
  { type: 'makeDocument', name: 'project-brief.md', content: library.document },
  text('The document is ready: a **project brief** of one page, as Markdown. You can download it below.'),
];

/** The answer to a command to remember something. A stored memory is part of the request's system prompt. */
const remember = (_lower: string, { prompt, system }: ModelRequest): Step[] => {
  const memory = memoryIn(prompt);
  if (memory === undefined) return [text('What am I to remember?')];
  if (!system.includes(memory)) return [text('Memory is off in this chat.')];
  return [text(`I will remember: **${memory}**. The Memory bar keeps it until you delete it.`)];
};

const topics: readonly [RegExp, (lower: string, request: ModelRequest) => Step[]][] = [
  [/^\s*(?:please,?\s+|can you\s+|could you\s+)?remember\b/, remember],
  [/\b(?:think|thinks|thinking|reason|reasoning)\b/, () => thoughts],
  [/\b(?:markdown|heading|headings|lists?|format|formatting)\b/, () => [text(library.markdown)]],
  [/\b(?:tables?|spreadsheet|compare|comparison)\b/, () => [text(library.table)]],
  [/\b(?:code|program|snippet|script|algorithm)\b/, code],
  [/\b(?:cite|cites|citations?|sources?|references?)\b/, () => cite],
  [/\b(?:document|report|brief|docx)\b/, () => document],
  [/\blong(?:er)?\b/, long],
];

const shortened = (prompt: string) => {
  const line = prompt.replaceAll(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
};

const conversation = ({ prompt, turns, system }: ModelRequest): Step[] => {
  const quoted = shortened(prompt);
  const before = turns.filter(({ role }) => role === 'user').length;
  const name = plain(nameIn(system));
  const you = name === '' ? 'You' : `${name}, you`;
  const opening = quoted === '' ? `${you} sent no words this time.` : `${you} wrote: “${quoted}”`;
  const position = before === 0 ? '' : ` It is message ${before + 1} of our chat.`;
  return [text(`${asAgent(system)}${inTone(system)}${opening}${position}\n\n${library.conversation}`)];
};

const introduction =
  '*This is Atrium’s built-in demo model: its answers are samples, prepared in advance and the same every time.*\n\n';

/**
 * Adds an introduction, so that nobody mistakes a sample for a real answer: the first answer of a chat says that it is
 * a sample, and each answer of an agent names the agent.
 */
const introduced = (steps: readonly Step[], { turns, system }: ModelRequest): Step[] => {
  const words = (turns.length === 0 ? introduction : '') + asAgent(system);
  if (words === '') return [...steps];
  const first = steps.findIndex(({ type }) => type === 'text');
  return [...steps.slice(0, first), text(words), ...steps.slice(first)];
};

/** The whole answer to a request. It depends only on the request. */
export const script = (request: ModelRequest): Step[] => {
  if (request.research) return researched(request.research);
  if (request.interview) return interviewed(request);
  const prompt = request.prompt.toLowerCase();
  const ofFiles = answerToFiles(request);
  if (ofFiles) return introduced(ofFiles, request);
  const steps = topics.filter(([words]) => words.test(prompt)).map(([, answer]) => answer(prompt, request));
  if (steps.length === 0)
    return [...(asAgent(request.system) === '' ? [] : [text(asAgent(request.system))]), ...conversation(request)];
  const answer = steps.flatMap((step, index) => (index === 0 ? step : [text('\n\n'), ...step]));
  return introduced(answer, request);
};
