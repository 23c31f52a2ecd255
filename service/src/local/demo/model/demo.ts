import type { ObjectStore } from '../../../ports/objects.ts';
import type { ModelEvent, ModelPort, ModelRequest } from '../../../ports/model.ts';
import { titleFrom } from '../../../formats/title.ts';
import { script } from './script.ts';
import { setImmediate, setTimeout } from 'node:timers/promises';

const mostSentences = 40;
const longest = 300;

/** A plain statement about oneself that lasts. */
const statement =
  /^(?:I (?:live in|work (?:as|at|for|in)|like|love|hate|prefer|speak|study|play|own|have (?:a|an|two|three)|was born)|(?:I am|I['’]m) (?:a|an|from|allergic|vegetarian|vegan|called|\d+ years)|My (?:\w+ ){1,3}(?:is|are|lives|works))\b.{2,}/i;

/** Without code and quotations, which are nobody's own words. */
const ownWords = (prompt: string): string =>
  prompt
    .slice(0, 8000)
    .replaceAll(/```[^]*?(?:```|$)/g, '\n')
    .replaceAll(/^>.*$/gm, '')
    .replaceAll(/"[^"]*"|“[^”]*”/g, '…');

/** What a prompt plainly states of its writer, as they said it: for a model that can read nothing between the lines. */
export const plainStatements = (prompt: string): string[] =>
  ownWords(prompt)
    .split(/(?<=[.!?])\s+|\n+/)
    .slice(0, mostSentences)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length <= longest && !sentence.endsWith('?') && statement.test(sentence))
    .map((sentence) => sentence.replace(/[\s.!]+$/, ''));

/** Waits `ms` milliseconds or until `signal` is aborted, without a throw. */
type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

const sleep: Sleep = async (ms, signal) => {
  try {
    await setTimeout(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

/** Words with the white space before them: joined they are the text again. */
export const wordsOf = (text: string): string[] => text.match(/\s*\S+(?:\s+$)?|^\s+$/g) ?? [];

/** Rests between tokens so that `perSecond` of them pass in a second; 0 passes all, and lets others run now and then. */
const pacer = (perSecond: number, rest: Sleep) => {
  let passed = 0;
  return async (signal: AbortSignal): Promise<void> => {
    passed += 1;
    if (perSecond > 0) await rest(1000 / perSecond, signal);
    else if (passed % 64 === 0) await setImmediate();
  };
};

export interface DemoModelOptions {
  readonly objects: ObjectStore;
  /** 0 streams as fast as it can. */
  readonly tokensPerSecond: number;
  readonly rest?: Sleep;
}

/**
 * A model that needs no key and no network, and says that it is one: its answer follows from the prompt alone and
 * shows what answers may hold. Its document is stored for the asking user.
 */
export const createDemoModel = ({ objects, tokensPerSecond, rest = sleep }: DemoModelOptions): ModelPort => {
  async function* reply(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const wait = pacer(tokensPerSecond, rest);
    for (const step of script(request)) {
      if (signal.aborted) return;
      if (step.type === 'text') {
        for (const word of wordsOf(step.text)) {
          await wait(signal);
          if (signal.aborted) return;
          yield { type: 'text', text: word };
        }
      } else if (step.type === 'makeDocument') {
        const stored = await objects.put({
          owner: request.owner,
          folder: 'documents',
          name: step.name,
          type: 'text/markdown',
          content: Buffer.from(step.content),
        });
        yield { type: 'document', url: stored.url, fileType: 'text/markdown', name: step.name };
      } else {
        await wait(signal);
        yield step;
      }
    }
  }

  return {
    extractMemories: async (prompt, known) => plainStatements(prompt).filter((statement) => !known.includes(statement)),
    label: 'Demo model',
    demo: true,
    reply,
    name: async (prompt) => titleFrom(prompt),
    improve: async (prompt) =>
      `${prompt.trim()}\n\nAnswer step by step, name your assumptions, and end with a short summary.`,
  };
};
