import { readFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = import.meta.dirname;
const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !/\.test\.ts$|^testing\//.test(file));

/** `catch {`, and handlers of failures without an argument, which lose the error. */
const drops = [/\bcatch \{/, /\.catch\(\(\) =>/, /\.(?:on|once)\('error', \(\) =>/];
const isComment = (line = '') => /^\s*(?:\/\/|\*)|\*\/\s*$/.test(line);

/** Where an error is dropped without a comment that says why, in the line before or the two after. */
const unexplained = (file: string): string[] => {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const near = [lines[index - 1], lines[index + 1], lines[index + 2]];
    const dropped = drops.some((drop) => drop.test(line)) && !isComment(line);
    return dropped && !near.some(isComment) ? [`${file}:${index + 1} ${line.trim()}`] : [];
  });
};

it('no error is dropped without a reason beside it: else it is logged, or thrown on', () => {
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap(unexplained)).toEqual([]);
});
