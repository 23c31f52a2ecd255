import { workspace } from '../release/data-folder.ts';
import { packageFolders } from '../build/packages.ts';
import { runChecks } from './checks.ts';
import { allTexts } from './texts.ts';

// `pnpm check [package ...]` runs all checks, or only the types and bytes of these packages.
// `--texts` prints what people read instead, for whoever edits it.
const packages = process.argv.slice(2).filter((one) => !one.startsWith('--'));
if (process.argv.includes('--texts')) {
  for (const { file, line, text } of allTexts(workspace)) console.log(`${file}:${line}\t${text}`);
} else if (packages.some((name) => !packageFolders().includes(name))) {
  console.error(`Usage: pnpm check [${packageFolders().join('|')} ...]`);
  process.exitCode = 2;
} else {
  const { failed } = await runChecks((line) => console.log(line), packages);
  process.exitCode = failed === 0 ? 0 : 1;
}
