import { flushCompileCache } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { DocumentOrder } from '../../ports/documents.ts';
import { treeOf } from './tree.ts';

/** A process that makes one document. A thread of its own ends it at `memory` bytes, whatever the main thread does. */
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
  // The answer ends this process, which writes what it has compiled only when it ends by itself.
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
