import type { ModelPort, ModelRequest } from '../ports/model.ts';

/** A model that answers `Yes.`, and what it was asked. */
export const createListeningModel = (): { readonly model: ModelPort; readonly asked: ModelRequest[] } => {
  const asked: ModelRequest[] = [];
  const model: ModelPort = {
    label: 'Listener',
    async *reply(request) {
      asked.push(request);
      yield { type: 'text', text: 'Yes.' };
    },
    name: async () => 'Title',
    improve: async (prompt) => prompt,
  };
  return { model, asked };
};
