import type { ModelPort, ModelRequest } from '../ports/model.ts';

/** Creates a model that answers `Yes.` and records its requests in `requests`. */
export const createRecordingModel = (): { readonly model: ModelPort; readonly requests: ModelRequest[] } => {
  const requests: ModelRequest[] = [];
  const model: ModelPort = {
    label: 'Recorder',
    async *reply(request) {
      requests.push(request);
      yield { type: 'text', text: 'Yes.' };
    },
    name: async () => 'Title',
    improve: async (prompt) => prompt,
  };
  return { model, requests };
};
