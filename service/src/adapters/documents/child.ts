import { flushCompileCache } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { DocumentOrder } from '../../ports/documents.ts';
import { treeOf } from './tree.ts';

/** The process that makes one document. A worker thread kills it at `memory` bytes, even if the main thread is busy. */
const memory = Number(process.argv[2]);
const watch = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => { if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGKILL'); }, 25);`;
new Worker(watch, { eval: true, workerData: memory }).unref();

const make = async (order: DocumentOrder): Promise<Uint8Array> => {
  const tree = treeOf(order);
  const bytes = await (order.type === 'pdf'
    ? (await import('./pdf/make-pdf.ts')).makePdf(tree)
    : (await import('./docx/make-docx.ts')).makeDocx(tree));
  // The parent kills this process after its answer, and Node writes the compile cache only at a regular exit.
  flushCompileCache();
  return bytes;
};

process.on('disconnect', () => process.exit(0));
process.on('message', (order: DocumentOrder) => {
  make(order).then(
    (bytes) => process.send?.({ bytes }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
