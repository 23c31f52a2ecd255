import type { CatalogModel, ModelCatalog, Purpose } from '../../ports/model-catalog.ts';
import { ModelFailure } from '../../ports/model-failure.ts';
import { type ModelEvent, type ModelRequest, type Replier, answerEvents } from '../../ports/model.ts';
import { type WarnLog, unquoted } from '../../log.ts';
import { type Counting, estimated } from '../context/counting.ts';
import { pictureTokens } from '../context/picture-tokens.ts';
import { mostPictureTokens } from '../context/plan.ts';
import { textsOf } from '../context/request-texts.ts';
import { modelsFor } from './choice.ts';

type CounterFor = Counting['counterFor'];

/**
 * Whether a model reads a request: if its context is no smaller than that of the model that the request was planned
 * for, or else if it is large enough as the model itself counts.
 */
const fits = (
  { entry, port: { contextTokens } }: CatalogModel,
  request: ModelRequest,
  planned: CatalogModel,
  counterFor: CounterFor,
): boolean => {
  if (contextTokens === undefined || contextTokens >= (planned.port.contextTokens ?? Number.POSITIVE_INFINITY))
    return true;
  const { count } = counterFor(entry.id);
  const pictures = Math.min(pictureTokens(request.files ?? []), mostPictureTokens(contextTokens, entry));
  return textsOf(request).reduce((sum, text) => sum + count(text), pictures) <= contextTokens;
};

const why = { busy: 'is busy', 'too-long': 'can’t read a chat this long' } as const;

/**
 * Whether another model may answer instead. A refusal stands: trying others would mean looking for a model that does
 * not mind.
 */
const mayReplace = (error: unknown): error is ModelFailure =>
  error instanceof ModelFailure && error.kind !== 'refused' && error.kind !== 'picture-too-large';

/**
 * Answers with the models that a request names, limited to those for `purpose`: a secure chat can never reach another
 * model. If a model fails before its first word, the next one answers, and the user is notified.
 */
export const answering = (
  catalog: ModelCatalog,
  purpose: Purpose,
  log: WarnLog,
  counterFor: CounterFor = () => estimated,
): Replier | undefined => {
  const models = modelsFor(catalog, purpose);
  const [first] = models;
  if (!first) return undefined;
  const chainOf = ({ models: named = [] }: ModelRequest): readonly CatalogModel[] => {
    const chain = named.flatMap((id) => models.find(({ entry }) => entry.id === id) ?? []);
    return chain.length > 0 ? chain : [first];
  };

  async function* attempt(model: CatalogModel, request: ModelRequest, signal: AbortSignal, onFirstWord: () => void) {
    /** Omissions that it reports before its first word; dropped if it never answers. */
    const pending: ModelEvent[] = [];
    let hasStarted = false;
    for await (const event of model.port.reply(request, signal)) {
      if (!hasStarted && event.type === 'omission') {
        pending.push(event);
        continue;
      }
      if (!hasStarted && answerEvents.has(event.type)) {
        hasStarted = true;
        onFirstWord();
        yield* pending.splice(0);
      }
      yield event;
    }
    yield* pending;
  }

  return {
    label: first.port.label,
    contextTokens: first.port.contextTokens,
    async *reply(request, signal) {
      const chain = [...chainOf(request)];
      const planned = chain[0]!;
      for (let model = chain.shift()!; ;) {
        let hasStarted = false;
        const next = chain.find((one) => fits(one, request, planned, counterFor));
        try {
          yield* attempt(model, { ...request, replaceable: next !== undefined }, signal, () => (hasStarted = true));
          return;
        } catch (error) {
          if (hasStarted || !next || signal.aborted || !mayReplace(error)) throw error;
          const { label } = model.entry;
          log.warn(
            { model: model.entry.id, next: next.entry.id, failure: error.kind, ...unquoted(error) },
            'Another model answers.',
          );
          const reason = error.kind === 'busy' || error.kind === 'too-long' ? why[error.kind] : 'can’t be reached';
          yield { type: 'system', text: `“${label}” ${reason}. Asking “${next.entry.label}”` };
          yield { type: 'model', model: next.entry.id };
          yield { type: 'omission', omission: { kind: 'model-replaced', names: [label, next.entry.label] } };
          chain.splice(0, chain.indexOf(next) + 1);
          model = next;
        }
      }
    },
  };
};
