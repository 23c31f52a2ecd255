import type { ModelPort } from '../../ports/model.ts';
import type { Counting } from '../context/counting.ts';
import { tokensOfRequest } from './amounts.ts';

/** The same model, whose replies are counted by the meter of their request, however they end. */
export const metered = (id: string, model: ModelPort, observe?: Counting['observe']): ModelPort => ({
  ...model,
  async *reply(request, signal) {
    const use = request.meter?.begin(id, () => tokensOfRequest(request));
    let thinking = false;
    for await (const event of model.reply(request, signal)) {
      if (event.type === 'usage') {
        use?.reported(event.usage);
        observe?.(id, request, event.usage);
      }
      // A thought repeats what was thought aloud.
      else if (event.type === 'text' || event.type === 'thinking' || (event.type === 'thought' && !thinking))
        use?.wrote(event.text);
      if (event.type === 'thinking' || event.type === 'thought') thinking = event.type === 'thinking';
      yield event;
    }
  },
});
