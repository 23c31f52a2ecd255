import type { ModelOption } from '@atrium/shared-kernel/contracts/entities/model';
import type { Tx } from '../../db/database.ts';
import type { ModelCatalog, ModelEntry } from '../../ports/model-catalog.ts';
import { DomainError } from '../domain-error.ts';
import type { Parts } from '../parts.ts';
import { groupsOf, mayUse, type ModelUser } from './access.ts';
import { modelsFor, openModels } from './choice.ts';
import { teamModel } from './team-model.ts';

/** The upper limits of the first two price classes, in US dollars per million tokens of output. */
const classes = [2, 12] as const;

const priceOf = ({ price }: ModelEntry): number | undefined =>
  price && 1 + classes.filter((most) => price.output > most).length;

/** The models that a user may choose for chats, in the operator's order: the first one is the default. */
export const listModels = async (db: Tx, catalog: ModelCatalog, user: ModelUser): Promise<ModelOption[]> => {
  const chat = modelsFor(catalog, 'chat');
  if (chat.length < 2) return chat.map(({ entry }) => optionOf(entry, user));
  const groups = await groupsOf(db, catalog, user);
  return chat.filter(({ entry }) => mayUse(entry.access, groups)).map(({ entry }) => optionOf(entry, user));
};

/** What a user may choose of, by ids, and which one answers unless they choose. */
export interface ModelChoices {
  readonly models: string[];
  readonly default: string | undefined;
}

const choicesOf = (models: readonly string[], preferred: readonly (string | null | undefined)[]): ModelChoices => ({
  models: [...models],
  default: preferred.find((id) => typeof id === 'string' && models.includes(id)) ?? models[0],
});

/**
 * Chooses by default among the `listed` models for chats, and among those of them that answer a research. `research` is
 * undefined where all of them do, and has none where a research has models of its own.
 */
export const modelChoices = async (
  db: Tx,
  catalog: ModelCatalog,
  user: ModelUser & { readonly model: string | null; readonly activeTeamId: string | null },
  listed: readonly ModelOption[],
): Promise<{ readonly chat: ModelChoices; readonly research: ModelChoices | undefined }> => {
  const chat = listed.map(({ id }) => id);
  const preferred = [user.model, await teamModel(db, catalog, user)];
  const research = openModels(catalog, await groupsOf(db, catalog, user), 'research');
  const own = research.some((id) => !chat.includes(id));
  const same = !own && research.length === chat.length;
  return {
    chat: choicesOf(chat, preferred),
    research: same ? undefined : choicesOf(own ? [] : research, preferred),
  };
};

/** Throws if the user may not choose that model. */
export const requireModel = async (
  { catalog }: Pick<Parts, 'catalog'>,
  db: Tx,
  user: ModelUser,
  modelId: string,
): Promise<void> => {
  const models = await listModels(db, catalog, user);
  if (!models.some(({ id }) => id === modelId)) throw new DomainError('unknown-model');
};

const optionOf = (entry: ModelEntry, { booktAdmin }: ModelUser): ModelOption => {
  const { id, label, description, name, takes, thinks } = entry;
  return { id, label, description, takes: [...takes], thinks, price: priceOf(entry), ...(booktAdmin ? { name } : {}) };
};
