import { once } from 'node:events';
import { openModels } from '../compose/model.ts';
import { openServices } from '../compose/open-services.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { summarize } from '../domain/context/summarize.ts';
import { prepareFiles } from '../domain/passages/embed.ts';
import { createLocalParts } from '../local/parts.ts';
import { catalogOf } from '../ports/model-catalog.ts';

export interface WorkOrder {
  readonly connection: object;
  readonly env: Readonly<Record<string, string>>;
  readonly userId: string;
  /** The message whose chat is summarized. `keys` are the files that are embedded. */
  readonly messageId?: string;
  readonly keys?: readonly string[];
}

/**
 * `node working-process.ts <json>` with a `WorkOrder`: an instance that does the background work of a reply when it
 * receives input. Tests run several at once and end them in all the ways in which a process can end.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tests alone start it
const { connection, env, userId, messageId, keys = [] } = JSON.parse(process.argv[2] ?? '{}') as WorkOrder;
const fail = (details: object, message = '') => {
  throw new Error(`The working process failed. ${message}`, { cause: details });
};
const log = { warn: fail, error: fail };
const config = readConfig(env);
const database = openDatabase(connection, { onError: fail });
const services = await openServices({
  config,
  database,
  local: createLocalParts(config),
  log,
  catalog: async () => catalogOf(await openModels(config.models, config.model)),
});
process.stdout.write('ready\n');
await once(process.stdin, 'data');
if (messageId !== undefined) await summarize(services, userId, messageId, log);
await prepareFiles(services, { embedder: services.embedders.open, user: userId, log, open: true }, keys);
process.stdout.write('done\n');
await services.replies.close();
await database.close();
process.exit(0);
