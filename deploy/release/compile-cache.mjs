// Plain JavaScript, because loading TypeScript without a cache makes Node load its compiler, a tenth of a command's
// time.
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

// In the folder that `data-folder.ts` names, for this process and those that it starts.
const data = process.env.ATRIUM_DATA ?? join(import.meta.dirname, '../../.atrium');
process.env.NODE_COMPILE_CACHE ??= resolve(data, 'compile-cache');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
