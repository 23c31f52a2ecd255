import type { Config } from '../config.ts';
import type { LocalParts } from './local-parts.ts';

/** Whether something that is set up elsewhere is missing here, or a part for one machine was asked for. */
const needsLocal = ({ payments, model, models, mailbox, seed }: Config): boolean =>
  !payments.stripe || (model.local && !models.some(({ entry }) => entry.for.includes('chat'))) || mailbox || seed;

/** The only way to what is for a local start: a product that is set up whole never reads that code. */
export const loadLocal = async (config: Config): Promise<LocalParts | undefined> =>
  needsLocal(config) ? (await import('../local/parts.ts')).createLocalParts(config) : undefined;
