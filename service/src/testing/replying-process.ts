import { createDemoModel } from '../local/demo/model/demo.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { openDatabase } from '../db/database.ts';
import { startReplyHub } from '../domain/replies/hub.ts';
import { sendPrompt } from '../domain/replies/send.ts';
import { withoutAttachments } from './without-attachments.ts';

/**
 * `node replying-process.ts <json>` with `{ connection, userId }`: a process that runs one long reply and prints the
 * message's id. Tests end it in all the ways in which a process can end.
 */
const { connection, userId } = JSON.parse(process.argv[2] ?? '{}') as { connection: object; userId: string };
const fail = (details: object) => {
  throw new Error('The replying process failed.', { cause: details });
};
const database = openDatabase(connection, { onError: fail });
const model = createDemoModel({ objects: {} as ObjectStore, tokensPerSecond: 200 });
const hub = await startReplyHub({
  pool: database.pool,
  connection,
  model,
  log: { warn: fail, error: fail },
  flushEvery: 20,
});
const sender = { id: userId, firstName: 'Ada', booktAdmin: false };
const id = await sendPrompt(
  database.db,
  hub,
  sender,
  { prompt: 'a long answer of 20000 words' },
  async () => () => undefined,
  withoutAttachments,
);
process.stdout.write(`${id}\n`);
