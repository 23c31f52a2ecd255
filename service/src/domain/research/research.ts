import type { ModelEvent, ModelRequest, Replier } from '../../ports/model.ts';
import type { ResearchPort } from '../../ports/research.ts';
import type { WarnLog } from '../../log.ts';
import { cutMiddle } from '../context/cut.ts';
import { bounds } from './bounds.ts';
import { collectSources, type CollectedSources, noSources } from './collect-sources.ts';
import { markWriter } from './marks.ts';
import { plan } from './plan.ts';
import { prompts } from './prompts.ts';
import { fenced, fileSources, plainWords, type Source, withinRoom } from './sources.ts';

const webFailed =
  'The web could not be searched this time: this answer rests on the files of this chat and on what the model knows.';
const nothingFound = 'No page that could be read was found for this question.';
const noFiles = 'There is no document in this chat, so this answer rests on no source, only on what the model knows.';

/** What a model may emit beside its text while it writes. */
const passedOn: ReadonlySet<ModelEvent['type']> = new Set([
  'alive',
  'model',
  'thinking',
  'thought',
  'system',
  'omission',
]);

/** What the reader has to know about the sources, shown before the answer. */
const notice = (
  { availability }: ResearchPort,
  { sources: web, searches, answered }: CollectedSources,
  files: number,
): string => {
  const limits = !availability.available
    ? availability.sentence
    : web.length > 0 || searches === 0
      ? ''
      : answered === 0
        ? webFailed
        : nothingFound;
  const sentences = [limits, web.length + files === 0 ? noFiles : ''].filter((part) => part !== '');
  return sentences.length === 0 ? '' : `> ${sentences.join(' ')}\n\n`;
};

const fileList = (sources: readonly Source[]): string => {
  const files = sources.flatMap(({ title, url }, index) => (url ? [] : [`[${index + 1}] ${plainWords(title)}`]));
  return files.length === 0 ? '' : `\n\n**Files read:** ${files.join(', ')}`;
};

/** Reports the pages and files of which the model only gets parts. */
function* leftOut(found: readonly Source[], given: readonly Source[]): Generator<ModelEvent> {
  const count = given.filter(({ text, cut }, index) => cut || text.length < found[index]!.text.length).length;
  if (count > 0) yield { type: 'omission', omission: { kind: 'sources-cut', count } };
}

/** The request for the answer: the sources, which are data, followed by the question. */
const writing = (request: ModelRequest, sources: readonly Source[]): ModelRequest => {
  const question = request.prompt;
  const material = sources.length === 0 ? 'There are no sources.' : fenced(sources);
  return {
    ...request,
    system: `${request.system}\n\n${prompts.write}`,
    prompt: `${material}\n\nThe question of the user:\n${question}`,
    // Documents are already among the sources.
    files: (request.files ?? []).filter(({ picture }) => picture),
    research: { step: 'write', question, sources: sources.map(({ title, text }) => ({ title, text })) },
  };
};

/**
 * Answers by research: plans searches, reads what they find, and writes an answer that cites what was really read.
 * Without a search provider, or if the web fails, only the files of the chat are used, and the answer says so.
 */
export const createResearcher = (model: Replier, research: ResearchPort, log?: WarnLog): Replier => {
  async function* readWeb(request: ModelRequest, collected: CollectedSources, signal: AbortSignal) {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(bounds.collecting)]);
    const searched = new Set<string>();
    if (cutMiddle(request.prompt, bounds.question) !== request.prompt)
      yield { type: 'omission', omission: { kind: 'question-cut' } } satisfies ModelEvent;
    for (let round = 0; round < bounds.rounds && !limited.aborted; round += 1) {
      yield { type: 'system', text: 'Planning the research' } satisfies ModelEvent;
      const known = collected.sources.map(({ title }) => title);
      const queries = (await plan(model, request, known, limited, log))?.filter((query) => !searched.has(query)) ?? [];
      if (queries.length === 0 || limited.aborted) return;
      for (const query of queries) searched.add(query);
      yield* collectSources(research, queries, collected, limited);
      if (collected.sources.length >= bounds.pages || collected.answered === 0) return;
    }
  }

  return {
    label: model.label,
    contextTokens: model.contextTokens,
    readsWeb: research.availability.available,
    async *reply(request, signal) {
      const collected = noSources(request.owner);
      const files = fileSources(request.files);
      if (research.availability.available) yield* readWeb(request, collected, signal);
      else {
        yield { type: 'system', text: 'Reading the files of this chat' };
        for (const { title } of files) yield { type: 'thought', text: `I read “${plainWords(title)}”.` };
      }
      if (signal.aborted) return;
      const web = collected.sources;
      const sources = withinRoom([...web, ...files], request.prompt, request.sourceTokens);
      yield* leftOut([...web, ...files], sources);
      if (web.length > 0) yield { type: 'citations', urls: web.flatMap(({ url }) => url ?? []) };
      yield { type: 'system', text: 'Writing the answer' };
      const opening = notice(research, collected, files.length);
      if (opening !== '') yield { type: 'text', text: opening };
      const marks = markWriter(sources);
      try {
        for await (const event of model.reply(writing(request, sources), signal)) {
          if (event.type === 'text') {
            const text = marks.push(event.text);
            yield text === '' ? { type: 'alive' } : { type: 'text', text };
          } else if (passedOn.has(event.type)) yield event;
        }
      } finally {
        const last = marks.end();
        if (last !== '' && !signal.aborted) yield { type: 'text', text: last };
      }
      if (signal.aborted) return;
      const list = fileList(sources);
      if (list !== '') yield { type: 'text', text: list };
    },
  };
};
