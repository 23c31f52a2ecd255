import { writeFileSync } from 'node:fs';
import type { DocumentOrder } from '../../../ports/documents.ts';

/** A process that never finishes a document. It writes its id to the file that the title names. */
process.on('message', ({ title }: DocumentOrder) => {
  writeFileSync(title, String(process.pid));
  for (;;);
});
