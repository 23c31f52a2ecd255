import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A comment that disables a rule, and the reason after `--` or after the compiler's directive. */
const directive =
  /(?:(?:ox|es|style)lint-disable(?:-(?:next-)?line)?\b[^\n]*|@ts-(?:expect-error|ignore|nocheck)\b[^\n]*)/g;
const reasoned = /\s--\s+\S+ \S|^@ts-expect-error:?\s+\S+ \S/;

/** The suppressions in a file that give no reason, one sentence each. */
export const suppressionProblems = (file: string, source: string): string[] =>
  [...source.matchAll(directive)]
    .filter(([text]) => !reasoned.test(text))
    .map(
      ({ 0: text, index }) =>
        `${file}:${source.slice(0, index).split('\n').length} suppresses without a reason: ${text.trim()}`,
    );

/** The same for all sources of a workspace. */
export const allSuppressionProblems = (root: string): string[] =>
  globSync('{shell,shared-kernel,mf-*,service,deploy,e2e}/**/*.{ts,tsx,css,mjs}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', '**/releases/**', '**/suppressions*.ts'],
  }).flatMap((file) => suppressionProblems(file, readFileSync(join(root, file), 'utf8')));
