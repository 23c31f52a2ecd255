import { join } from 'node:path';
import { dataFolder, workspace } from '../release/data-folder.ts';
import { writeDeclarations } from '../build/declarations.ts';
import { packageFolders } from '../build/packages.ts';
import { runChecks } from './checks.ts';
import { openPassed } from './passed.ts';
import { allTexts } from './texts.ts';

// `pnpm check [package ...]` runs all checks, or only the types and sizes of these packages. Checks that passed before
// with the same content are skipped; `--again` runs all. `--texts` prints all user-facing texts instead, for editing.
// `--declarations` gives each package the current declarations of events, dialogs and slots by their owners.
const packages = process.argv.slice(2).filter((one) => !one.startsWith('--'));
if (process.argv.includes('--texts')) {
  for (const { file, line, text } of allTexts(workspace)) console.log(`${file}:${line}\t${text}`);
} else if (process.argv.includes('--declarations')) {
  for (const file of writeDeclarations(workspace)) console.log(`wrote ${file}`);
} else if (packages.some((name) => !packageFolders().includes(name))) {
  console.error(`Usage: pnpm check [${packageFolders().join('|')} ...]`);
  process.exitCode = 2;
} else {
  const again = process.argv.includes('--again');
  const passed = again ? undefined : openPassed(workspace, join(dataFolder(), 'passed.json'));
  const { failed } = await runChecks((line) => console.log(line), { packages, ...(passed ? { passed } : {}) });
  process.exitCode = failed === 0 ? 0 : 1;
}
