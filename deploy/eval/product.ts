import { startDatabase } from '../bench/concurrent-database.ts';
import { startInstance } from '../bench/concurrent-service.ts';
import { signIn } from '../bench/stage.ts';
import { type Person, turnMemoryOff } from '../bench/conversation.ts';
import type { ScriptedModel } from './scripted-model.ts';

/** Context windows: the tokens that a model reads and writes together, by the name of the window. */
export const windows = { '8k': 8192, '32k': 32_768, '128k': 131_072 } as const;
export type Window = keyof typeof windows;

const origin = 'http://localhost:8080';

/** The catalog of an evaluation: one model for each window, and the embedder if there is one. */
const catalogOf = (url: string, embeds: boolean): object[] => [
  ...Object.entries(windows).map(([id, contextWindow]) => ({
    id,
    label: id,
    name: id,
    provider: 'openai-compatible',
    baseUrl: url,
    contextWindow,
    maxOutputTokens: 1024,
    for: ['chat', 'titles'],
  })),
  ...(embeds
    ? [
        {
          id: 'embedder',
          label: 'Embedder',
          name: 'embedder',
          provider: 'openai-compatible',
          baseUrl: url,
          for: ['embeddings'],
        },
      ]
    : []),
];

export interface Evaluated {
  readonly person: Person;
  /** Resolves once no background work of replies is running any more: summaries, vectors. */
  settled(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Starts the service in a process of its own with an empty database, and signs in a user who has only the chats of the
 * evaluation.
 */
export const startEvaluated = async (model: ScriptedModel, embeds: boolean): Promise<Evaluated> => {
  const database = await startDatabase();
  const instance = await startInstance({
    DATABASE_URL: database.url,
    ATRIUM_ORIGIN: origin,
    ATRIUM_SEED: '1',
    ATRIUM_SENDS_PER_MINUTE: '0',
    ATRIUM_REPLIES_AT_ONCE: '0',
    // The evaluation measures what is sent, not how fast this machine computes embeddings.
    MODEL_EMBEDDING_WAIT: '60000',
    ATRIUM_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    ATRIUM_MODELS: JSON.stringify(catalogOf(model.url, embeds)),
  }).catch(async (error: unknown) => {
    await database.end();
    throw error;
  });
  const person = { url: instance.url, origin, cookie: await signIn(instance.url, 'premium@atrium.test', origin) };
  // Memories about a user would reach every other chat.
  await turnMemoryOff(person);
  return {
    person,
    settled: () => instance.settled(),
    async end() {
      await instance.end();
      await database.end();
    },
  };
};
