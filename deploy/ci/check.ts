import { workspace } from '../release/data-folder.ts';
import { runChecks } from './checks.ts';
import { allTexts } from './texts.ts';

// `--texts` prints what people read instead, for whoever edits it.
if (process.argv.includes('--texts')) {
  for (const { file, line, text } of allTexts(workspace)) console.log(`${file}:${line}\t${text}`);
} else {
  const { failed } = await runChecks((line) => console.log(line));
  process.exitCode = failed === 0 ? 0 : 1;
}
