import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timeProgram } from './calibration.ts';

const modules = 150;
const functionsOfEach = 20;

/**
 * One of many small modules: a table, some functions, and imports of two other modules, so that the first one reaches
 * all.
 */
const moduleText = (at: number): string => {
  const others = [2 * at + 1, 2 * at + 2].filter((other) => other < modules);
  const functions = Array.from(
    { length: functionsOfEach },
    (_, number) =>
      `export const check${number} = (given, path = '') => {
  if (typeof given !== 'object' || given === null) return [\`\${path} of ${at} is no object\`];
  return Object.entries(given).flatMap(([key, one]) => (key.length > ${number} ? [] : check${number}(one, path + key)));
};
export const table${number} = new Map([['name-${at}-${number}', check${number}], ['other', { at: ${at * number} }]]);`,
  );
  return [
    ...others.map((other) => `import { size as size${other} } from './module-${other}.mjs';`),
    ...functions,
    `export const size = [${others.map((other) => `size${other}`).join(', ')}].reduce((sum, one) => sum + one, table0.size);`,
    '',
  ].join('\n');
};

/** Loads the modules, then reads, checks, hashes and writes documents, as a release command does. */
const programText = `
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
enableCompileCache(join(import.meta.dirname, 'compiled'));
const { size } = await import('./module-0.mjs');
const entry = (at) => ({ name: 'file-' + at, size: at % 977, parts: { text: 'a text of ' + at, list: [at, at + 1, 'x'] } });
const count = (one) => (typeof one === 'object' ? Object.values(one).reduce((sum, each) => sum + count(each), 1) : 1);
for (let document = 0; document < 40; document += 1) {
  const file = join(import.meta.dirname, 'document-' + document);
  writeFileSync(file + '.new', JSON.stringify(Array.from({ length: 1000 }, (_, at) => entry(at + document))));
  renameSync(file + '.new', file);
  const text = readFileSync(file, 'utf8');
  process.stdout.write(createHash('sha256').update(text).digest('hex') + (count(JSON.parse(text)) + size) + '\\n');
}
`;

/**
 * A fixed command that does the same kind of work as the release command: it starts Node, loads as many modules through
 * the compile cache, and reads and writes some documents.
 */
export const openFixedCommand = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-fixed-'));
  for (let at = 0; at < modules; at += 1) writeFileSync(join(folder, `module-${at}.mjs`), moduleText(at));
  const program = join(folder, 'program.mjs');
  writeFileSync(program, programText);
  const run = () => timeProgram(program, [], {});
  // The first run fills the compile cache, so it is not measured.
  await run();
  return {
    run,
    end() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
