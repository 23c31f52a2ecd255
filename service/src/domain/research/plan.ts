import type { ModelRequest, Replier } from '../../ports/model.ts';
import { unquoted, type WarnLog } from '../../log.ts';
import { cutMiddle } from '../context/cut.ts';
import { bounds } from './bounds.ts';
import { prompts } from './prompts.ts';

const marked = /^[\s>*_`#-]*(?:\d+[.)]\s*)?[*_`]*quer(?:y|ies)\s*\d*[\s*_`]*[:：](.+)$/i;
const listed = /^\s*(?:[-*•]|\d+[.)])\s+(.+)$/;
const enough = /^[\s*_`"'.]*enough[\s*_`"'.!]*$/im;
const maxLength = 200;

const clean = (query: string): string =>
  query
    .replaceAll(/^[\s"'“”`*_]+|[\s"'“”`*_]+$/g, '')
    .replaceAll(/\s+/g, ' ')
    .slice(0, maxLength)
    .trim();

const pick = (lines: readonly string[], pattern: RegExp): string[] =>
  lines.flatMap((line) => clean(pattern.exec(line)?.[1] ?? '') || []);

/**
 * The searches in a planner's answer: marked lines, or else the items of a list. Undefined if it needs none; empty if
 * it did not follow the format.
 */
export const readPlan = (answer: string): string[] | undefined => {
  const lines = answer.split('\n');
  const found = pick(lines, marked);
  if (found.length === 0 && enough.test(answer)) return undefined;
  const queries = found.length > 0 ? found : pick(lines, listed);
  const unique = new Map(queries.map((query) => [query.toLowerCase(), query]));
  return [...unique.values()].slice(0, bounds.queries);
};

/** The question itself as a search query. */
export const asQuery = (question: string): string => clean(question.slice(0, 1000));

/**
 * The searches that the model suggests, given the titles of sources that were read. Without a usable plan, the question
 * itself is searched for.
 */
export const plan = async (
  model: Replier,
  request: ModelRequest,
  known: readonly string[],
  signal: AbortSignal,
  log?: WarnLog,
): Promise<string[] | undefined> => {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(bounds.planning)]);
  const alreadyRead = known.length === 0 ? '' : `\n\nRead already:\n${known.map((title) => `- ${title}`).join('\n')}`;
  // The same models, counted by the same meter: only what they read is less.
  const planRequest: ModelRequest = {
    ...request,
    system: prompts.plan,
    turns: request.turns.slice(-4),
    prompt: `Question: ${cutMiddle(request.prompt, bounds.question)}${alreadyRead}`,
    recalled: undefined,
    files: [],
    research: { step: 'plan', question: request.prompt, known: known.length },
  };
  let answer = '';
  try {
    for await (const event of model.reply(planRequest, limited)) {
      if (event.type === 'text') answer += event.text;
      if (answer.length > bounds.plan) break;
    }
  } catch (error) {
    log?.warn({ cause: unquoted(error) }, 'The model could not plan a research task.');
    // Planning is optional: the question itself can be searched for, and a model that is gone fails at the answer.
    answer = '';
  }
  const queries = readPlan(answer);
  if (queries?.length !== 0) return queries;
  const question = asQuery(request.prompt);
  // Files may be sent without a question.
  return known.length === 0 && question !== '' ? [question] : undefined;
};
