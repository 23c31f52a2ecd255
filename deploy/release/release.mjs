// Plain JavaScript: the first TypeScript without a cache makes Node load its compiler, a tenth of what the command takes.
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

// Node keeps what it compiles in the data folder, which is the one that `data-folder.ts` names.
const data = process.env.ATRIUM_DATA ?? join(import.meta.dirname, '../../.atrium');
enableCompileCache(resolve(data, 'compile-cache'));
const { runCommandLine } = await import('./command-line.ts');
process.exitCode = await runCommandLine(process.argv.slice(2));
