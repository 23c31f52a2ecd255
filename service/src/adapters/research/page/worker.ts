import { parentPort, workerData } from 'node:worker_threads';
import { readings } from './readable.ts';

for (const page of readings((workerData as { readonly html: string }).html)) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(page);
}
