import type { ObjectStore } from '../../../ports/objects.ts';
import type { ModelEvent, ModelPort, ModelRequest } from '../../../ports/model.ts';
import { titleFrom } from '../../../formats/title.ts';
import { pacer, type Sleep, sleep, wordsOf } from './pace.ts';
import { plainStatements } from './plain-statements.ts';
import { script } from './script.ts';

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
    remember: async (prompt, known) => plainStatements(prompt).filter((statement) => !known.includes(statement)),
    label: 'Demo model',
    demo: true,
    reply,
    name: async (prompt) => titleFrom(prompt),
    improve: async (prompt) =>
      `${prompt.trim()}\n\nAnswer step by step, name your assumptions, and end with a short summary.`,
  };
};
