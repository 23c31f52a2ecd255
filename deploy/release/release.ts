import { join } from 'node:path';
import { runRelease } from './commands.ts';
import { dataFolder } from './data-folder.ts';
import { effectiveSet, readBuilt } from './effective-set.ts';
import { environmentsFolder } from './environment.ts';
import { openStore } from './store.ts';

const store = openStore(join(dataFolder(), 'store'));

process.exitCode = await runRelease(
  {
    store,
    environments: environmentsFolder,
    say: (line) => console.log(line),
    built: (environment) => readBuilt(dataFolder(), environment),
    pinned: (environment) => effectiveSet(dataFolder(), environment, store),
  },
  process.argv.slice(2),
);
