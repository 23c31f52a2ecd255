import { join } from 'node:path';
import { dataFolder } from './data-folder.ts';
import { effectiveSet, readBuilt } from './effective-set.ts';
import { environmentsFolder } from './environment.ts';
import { folderRegistry } from './registry.ts';
import { runRelease } from './run-release.ts';
import { openStore } from './store.ts';

const data = dataFolder();
const store = openStore(join(data, 'store'));

process.exitCode = await runRelease(
  {
    store,
    data,
    registry: folderRegistry(environmentsFolder, data),
    built: (environment) => readBuilt(data, environment),
    pinned: (environment) => effectiveSet(data, environment, store),
  },
  process.argv.slice(2),
  (line) => console.log(line),
);
