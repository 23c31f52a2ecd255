import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Titles in a test file as patterns: `%s` and `$name` of a table stand for anything. */
const titles = (source: string): RegExp[] =>
  [...source.matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])+)\1/g)].map((match) => {
    const literal = (match[2] ?? '').replaceAll(/\\(['"`])/g, '$1');
    const parts = literal.split(/%[sdifjo#]|\$\{[^}]*\}|\$[\w.]+/);
    return new RegExp(`^${parts.map(escaped).join('.*')}$`);
  });

/**
 * What is wrong with the requirement rows, one sentence each: `id, requirement, package, file › test name`, separated by
 * tabs. Several tests are separated by ` ; `; `descriptive` stands for a line that states no behaviour. A row is true
 * while its tests exist under their names.
 */
export const requirementProblems = (tsv: string, root: string): string[] => {
  const known = new Map<string, RegExp[]>();
  const seen = new Set<string>();
  const testProblems = (test: string): string[] => {
    const [file = '', ...names] = test.split(' › ').map((part) => part.trim());
    if (!existsSync(join(root, file))) return [`names ${file}, which does not exist`];
    const patterns = known.get(file) ?? titles(readFileSync(join(root, file), 'utf8'));
    known.set(file, patterns);
    if (names.length === 0) return [`names no test in ${file}`];
    const missing = names.filter((name) => !patterns.some((pattern) => pattern.test(name)));
    return missing.map((name) => `names the test “${name}”, which ${file} lacks`);
  };
  return tsv
    .split('\n')
    .map((line, at) => ({ line, at: at + 1 }))
    .filter(({ line, at }) => line.trim() !== '' && !(at === 1 && line.startsWith('id\t')))
    .flatMap(({ line, at }) => {
      const [id = '', requirement = '', owner = '', test = ''] = line.split('\t');
      if (!id || !requirement || !owner || !test) return [`row ${at}: four columns are wanted`];
      const again = seen.has(line) ? [`row ${at}: ${id} is there twice with the same test`] : [];
      seen.add(line);
      if (test.trim() === 'descriptive') return again;
      return [
        ...again,
        ...test.split(' ; ').flatMap((one) => testProblems(one).map((why) => `row ${at}: ${id} ${why}`)),
      ];
    });
};
