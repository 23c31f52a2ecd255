import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseParts, readParts } from '../build/kernel-parts.ts';
import { workspace } from '../release/data-folder.ts';
import { announced, partsProblems, type Step } from './semver.ts';

const kernel = join(workspace, 'shared-kernel');
/** What the last version of the kernel gave. */
const recordFile = join(kernel, 'parts.json');

const problemsWith = (step: Step): string[] => {
  const recorded = parseParts(readFileSync(recordFile, 'utf8'));
  return partsProblems(recorded, readParts(kernel), step, new Date().toISOString().slice(0, 10));
};

/** What keeps the kernel's sources from being the next version of it, a sentence each. */
export const kernelProblems = (): string[] => {
  const problems = problemsWith(announced(workspace, '@atrium/shared-kernel'));
  const now = readParts(kernel).version;
  return parseParts(readFileSync(recordFile, 'utf8')).version === now
    ? problems
    : [...problems, `The parts of ${now} are not on record: run \`node deploy/packages/main.ts record\`.`];
};

/** Writes down what the kernel's version gives. Throws what that version may not: changesets count no more. */
export const recordParts = (): void => {
  const problems = existsSync(recordFile) ? problemsWith('none') : [];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  writeFileSync(recordFile, `${JSON.stringify(readParts(kernel), undefined, 1)}\n`);
};
