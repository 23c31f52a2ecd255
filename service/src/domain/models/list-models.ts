import type { ModelOption } from '@atrium/shared-kernel/contracts/entities/model';
import type { Tx } from '../../db/database.ts';
import type { ModelCatalog, ModelEntry } from '../../ports/model-catalog.ts';
import { DomainError } from '../domain-error.ts';
import type { Parts } from '../parts.ts';
import { groupsOf, mayUse, type ModelUser } from './access.ts';
import { modelsFor } from './choice.ts';

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
