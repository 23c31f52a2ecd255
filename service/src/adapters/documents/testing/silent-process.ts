import { writeFileSync } from 'node:fs';
import type { DocumentOrder } from '../../../ports/documents.ts';

/** A process that makes documents and never ends: it says which one it is in the file that the title names. */
process.on('message', ({ title }: DocumentOrder) => {
  writeFileSync(title, String(process.pid));
  for (;;);
});
