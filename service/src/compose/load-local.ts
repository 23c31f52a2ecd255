import type { Config } from '../config.ts';
import type { LocalParts } from './local-parts.ts';

/** Whether a provider is not set up and needs a stand-in, or a part for local use was requested. */
const needsLocal = ({ payments, model, models, mailbox, seed }: Config): boolean =>
  !payments.stripe || (model.local && !models.some(({ entry }) => entry.for.includes('chat'))) || mailbox || seed;

/** The only place that imports `local`: a product with all providers set up never loads that code. */
export const loadLocal = async (config: Config): Promise<LocalParts | undefined> =>
  needsLocal(config) ? (await import('../local/parts.ts')).createLocalParts(config) : undefined;
