import type { Answer } from './in-processes.ts';
import { readings } from './readable.ts';

/** The process that reads one page. It waits until a reading is on its way: extracting the article may take for ever. */
const send = (answer: Answer): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(answer, undefined, {}, (error) => (error ? reject(error) : resolve()));
  });

process.once('message', async (html: string) => {
  try {
    for (const page of readings(html)) await send({ page });
  } catch (error) {
    await send({ error });
  }
  process.disconnect();
});
