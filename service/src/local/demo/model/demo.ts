import type { ObjectStore } from '../../../ports/objects.ts';
import type { ModelEvent, ModelPort, ModelRequest } from '../../../ports/model.ts';
import { titleFrom } from '../../../formats/title.ts';
import { script } from './script.ts';
import { setImmediate, setTimeout } from 'node:timers/promises';

const maxSentences = 40;
/** Characters of a statement. */
const maxLength = 300;

/** Matches a plain, lasting statement about oneself. */
const statement =
  /^(?:I (?:live in|work (?:as|at|for|in)|like|love|hate|prefer|speak|study|play|own|have (?:a|an|two|three)|was born)|(?:I am|I['’]m) (?:a|an|from|allergic|vegetarian|vegan|called|\d+ years)|My (?:\w+ ){1,3}(?:is|are|lives|works))\b.{2,}/i;

/** The prompt without code and quotations, which are not the user's own statements. */
const ownStatements = (prompt: string): string =>
  prompt
    .slice(0, 8000)
    .replaceAll(/```[^]*?(?:```|$)/g, '\n')
    .replaceAll(/^>.*$/gm, '')
    .replaceAll(/"[^"]*"|“[^”]*”/g, '…');

/** The plain statements of a prompt about its author, verbatim, because the demo model understands nothing implicit. */
export const plainStatements = (prompt: string): string[] =>
  ownStatements(prompt)
    .split(/(?<=[.!?])\s+|\n+/)
    .slice(0, maxSentences)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length <= maxLength && !sentence.endsWith('?') && statement.test(sentence))
    .map((sentence) => sentence.replace(/[\s.!]+$/, ''));

/** Resolves after `ms` milliseconds or when `signal` is aborted. */
type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

const sleep: Sleep = async (ms, signal) => {
  try {
    await setTimeout(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

/** Words with the white space before them. Joined, they are the original text. */
export const wordsOf = (text: string): string[] => text.match(/\s*\S+(?:\s+$)?|^\s+$/g) ?? [];

/**
 * Sleeps between tokens so that `perSecond` are sent per second. 0 sends them at once, but yields to other work at
 * times.
 */
const pacer = (perSecond: number, pause: Sleep) => {
  let passed = 0;
  return async (signal: AbortSignal): Promise<void> => {
    passed += 1;
    if (perSecond > 0) await pause(1000 / perSecond, signal);
    else if (passed % 64 === 0) await setImmediate();
  };
};

export interface DemoModelOptions {
  readonly objects: ObjectStore;
  /** 0 streams as fast as possible. */
  readonly tokensPerSecond: number;
  readonly pause?: Sleep;
}

/**
 * The demo model, which needs no key and no network and says that it is a demo. Its answers depend on the prompt alone
 * and show what answers can contain. Its sample document is stored for the user.
 */
export const createDemoModel = ({ objects, tokensPerSecond, pause = sleep }: DemoModelOptions): ModelPort => {
  async function* reply(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const wait = pacer(tokensPerSecond, pause);
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
