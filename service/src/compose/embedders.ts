import type { ConfiguredModel } from '../adapters/model/catalog/read.ts';
import type { Embedders, EmbeddingsPort } from '../ports/embeddings.ts';

/** The models for embeddings: what is of secure chats goes only to one that is for these as well. */
export const openEmbedders = async (able: readonly ConfiguredModel[]): Promise<Embedders> => {
  if (able.length === 0) return {};
  const { createEmbeddings } = await import('../adapters/model/embeddings.ts');
  const opened = new Map<ConfiguredModel, EmbeddingsPort>();
  for (const model of able) opened.set(model, await createEmbeddings(model));
  const secure = able.find(({ entry }) => entry.for.includes('secure'));
  return { open: opened.get(able[0]!), secure: secure && opened.get(secure) };
};
