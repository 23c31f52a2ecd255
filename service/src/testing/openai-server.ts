import { parseArgs } from 'node:util';
import { startUpstream, type UpstreamMode } from './openai-upstream.ts';

/** `node openai-server.ts --port N [--mode normal|slow|thinks|midway|reports|refuses|wordsOnly|noVision|stumbles|short] [--delay MS] [--words N]` */
const { values } = parseArgs({
  options: { port: { type: 'string' }, mode: { type: 'string' }, delay: { type: 'string' }, words: { type: 'string' } },
});
const upstream = await startUpstream({
  // The requests are not needed here, and those of long chats would fill the memory.
  maxRecorded: 1,
  port: Number(values.port ?? 0),
  mode: (values.mode ?? 'normal') as UpstreamMode,
  ...(values.delay ? { delay: Number(values.delay) } : {}),
  ...(values.words ? { words: Number(values.words) } : {}),
});
process.stdout.write(`Listening: ${upstream.url}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void upstream.close());
