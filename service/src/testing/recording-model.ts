import type { ModelPort, ModelRequest } from '../ports/model.ts';

/** Creates a model that answers `Yes.` and records its requests in `asked`. */
export const createRecordingModel = (): { readonly model: ModelPort; readonly asked: ModelRequest[] } => {
  const asked: ModelRequest[] = [];
  const model: ModelPort = {
    label: 'Recorder',
    async *reply(request) {
      asked.push(request);
      yield { type: 'text', text: 'Yes.' };
    },
    name: async () => 'Title',
    improve: async (prompt) => prompt,
  };
  return { model, asked };
};
