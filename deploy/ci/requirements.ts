import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Titles } from './titles.ts';

const placeholder = /%[sdifjo#]|\$\{[^}]*\}|\$[\w.]+/;
const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/**
 * Matches the titles that a parameterized title produces; undefined if the title has no fixed word, because that would
 * match anything.
 */
const patternOf = (title: string): RegExp | undefined => {
  const parts = title.split(placeholder);
  return parts.length > 1 && /\p{L}{2}/u.test(parts.join(' '))
    ? new RegExp(`^${parts.map(escaped).join('.*')}$`, 's')
    : undefined;
};

/** Whether a row names a title that a runner reports. Either may be a parameterized title as written in the source. */
const means = (name: string, title: string): boolean =>
  name === title || (patternOf(title)?.test(name) ?? false) || (patternOf(name)?.test(title) ?? false);

/**
 * What is wrong with the requirement rows, one sentence each. A row is `id, requirement, package, file › test name`,
 * separated by tabs. Several tests are separated by ` ; `; `descriptive` marks a line that states no behavior. A row is
 * valid if the runners report its tests in that file: a group, or a test within all groups named before it.
 */
export const requirementProblems = (tsv: string, titles: Titles): string[] => {
  const seen = new Set<string>();
  const testProblems = (test: string): string[] => {
    const [file = '', ...names] = test.split(' › ').map((part) => part.trim());
    const reported = titles.get(file);
    if (!reported) return [`names ${file}, for which no runner reports a test`];
    if (names.length === 0) return [`names no test in ${file}`];
    const known = reported.some((path) => names.every((name) => path.some((title) => means(name, title))));
    return known ? [] : [`names the test “${names.join(' › ')}”, which is not reported for ${file}`];
  };
  return tsv
    .split('\n')
    .map((line, at) => ({ line, at: at + 1 }))
    .filter(({ line, at }) => line.trim() !== '' && !(at === 1 && line.startsWith('id\t')))
    .flatMap(({ line, at }) => {
      const [id = '', requirement = '', owner = '', test = ''] = line.split('\t');
      if (!id || !requirement || !owner || !test) return [`row ${at}: must have four columns`];
      const again = seen.has(line) ? [`row ${at}: ${id} is listed twice with the same test`] : [];
      seen.add(line);
      if (test.trim() === 'descriptive') return again;
      return [
        ...again,
        ...test.split(' ; ').flatMap((one) => testProblems(one).map((why) => `row ${at}: ${id} ${why}`)),
      ];
    });
};

/** The table of docs/failures.md as requirement rows: its last column names the tests of a failure. */
export const failureRows = (markdown: string): string =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line, at) => {
      const [failure = '', , , tests = ''] = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      return [`F${at + 1}`, failure, 'failures', tests].join('\t');
    })
    .join('\n');

/** What is wrong with docs/requirements.tsv and docs/failures.md of the workspace at `root`. */
export const requirementProblemsIn = (root: string, titles: Titles): string[] => {
  const rows = failureRows(readFileSync(join(root, 'docs/failures.md'), 'utf8'));
  return [
    ...requirementProblems(readFileSync(join(root, 'docs/requirements.tsv'), 'utf8'), titles),
    ...(rows === '' ? ['docs/failures.md has no rows'] : requirementProblems(rows, titles)),
  ];
};
