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

/** The models for a purpose. Research is done by the chat's models where none is for it alone. */
export const modelsFor = ({ models }: ModelCatalog, purpose: Purpose): readonly CatalogModel[] => {
  const found = models.filter(({ entry }) => entry.for.includes(purpose));
  return found.length === 0 && purpose === 'research'
    ? models.filter(({ entry }) => entry.for.includes('chat'))
    : found;
};

/** The ids of the models of a mode that a person of these groups could choose. */
export const openModels = (catalog: ModelCatalog, groups: Groups, mode: Mode | undefined): readonly string[] =>
  modelsFor(catalog, mode ? purposeOf[mode] : 'chat')
    .filter(({ entry }) => mayUse(entry.access, groups))
    .map(({ entry }) => entry.id);

export interface ModelPreference {
  /** What the person named for this message. */
  readonly named?: string | undefined;
  /** What stands for the chat, its agent, the person and the team, in this order; one that is gone or closed is passed over. */
  readonly preferred?: readonly (string | null | undefined)[];
}

/**
 * The ids of the models that a message may go to, best first: the one that is named or preferred, else the first, and
 * then its fallbacks. A person gets none that is closed to them, in whatever way it is named. Empty where the catalog
 * has none for the mode. Throws where the one that is named is not theirs to use.
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
  // Research, pictures and secure chats have models of their own: the one for chats does not count there.
  if (named !== undefined && !found && (mode === undefined || mode === 'interview'))
    throw new DomainError('unknown-model');
  const first = found ?? preferred.map(find).find((model) => model !== undefined) ?? open[0];
  if (!first && all.length > 0) throw new DomainError('unknown-model');
  if (!first) return [];
  const { id, fallbacks } = first.entry;
  return [id, ...fallbacks.filter((one) => find(one) !== undefined)];
};
