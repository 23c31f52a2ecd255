import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { dataFolder } from './data-folder.ts';

// Compiling its two hundred modules was most of the time that a rollback took. Node stores the result in the data folder.
enableCompileCache(join(dataFolder(), 'compile-cache'));
const { runCommandLine } = await import('./command-line.ts');
process.exitCode = await runCommandLine(process.argv.slice(2));
