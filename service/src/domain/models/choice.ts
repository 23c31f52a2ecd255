import type { CatalogModel, ModelCatalog, Purpose } from '../../ports/model-catalog.ts';
import { DomainError } from '../domain-error.ts';
import type { Mode } from '../modes/modes.ts';
import { type Groups, mayUse } from './access.ts';

const purposeOf: Readonly<Record<Mode, Purpose>> = {
  research: 'research',
  image: 'images',
  secure: 'secure',
  interview: 'chat',
};

/** The models for a purpose. Without a model for research, chat models are used. */
export const modelsFor = ({ models }: ModelCatalog, purpose: Purpose): readonly CatalogModel[] => {
  const found = models.filter(({ entry }) => entry.for.includes(purpose));
  return found.length === 0 && purpose === 'research'
    ? models.filter(({ entry }) => entry.for.includes('chat'))
    : found;
};

/** The ids of the models that a user in these groups may choose in a mode. */
export const openModels = (catalog: ModelCatalog, groups: Groups, mode: Mode | undefined): readonly string[] =>
  modelsFor(catalog, mode ? purposeOf[mode] : 'chat')
    .filter(({ entry }) => mayUse(entry.access, groups))
    .map(({ entry }) => entry.id);

export interface ModelPreference {
  /** The model that the user chose for this message. */
  readonly named?: string | undefined;
  /** The models set for the chat, its agent, the user, and the team, in this order; unavailable ones are skipped. */
  readonly preferred?: readonly (string | null | undefined)[];
}

/**
 * The ids of the models that a message may go to, best first: the named or preferred one, or else the first available
 * one, followed by its fallbacks. Models that are closed to the user are never included. Empty if the catalog has none
 * for the mode. Throws if the named model is not available to the user.
 */
export const chooseModels = (
  catalog: ModelCatalog,
  groups: Groups,
  mode: Mode | undefined,
  { named, preferred = [] }: ModelPreference = {},
): readonly string[] => {
  const all = modelsFor(catalog, mode ? purposeOf[mode] : 'chat');
  const open = all.filter(({ entry }) => mayUse(entry.access, groups));
  const find = (id: string | null | undefined) => (id ? open.find(({ entry }) => entry.id === id) : undefined);
  const found = find(named);
  // Research, images, and secure chats have their own models, so the chat's model does not apply.
  if (named !== undefined && !found && (mode === undefined || mode === 'interview'))
    throw new DomainError('unknown-model');
  const first = found ?? preferred.map(find).find((model) => model !== undefined) ?? open[0];
  if (!first && all.length > 0) throw new DomainError('unknown-model');
  if (!first) return [];
  const { id, fallbacks } = first.entry;
  return [id, ...fallbacks.filter((one) => find(one) !== undefined)];
};
