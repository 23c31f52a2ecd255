import { parentPort, workerData } from 'node:worker_threads';
import { readings } from './readable.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `read.ts` starts this thread with it
for (const page of readings((workerData as { readonly html: string }).html)) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(page);
}
