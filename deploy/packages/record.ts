import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedSignatures } from '@atrium/shared-kernel/compiler/changed-signatures';
import * as z from 'zod/mini';
import { parseParts, readParts } from '../build/kernel-parts.ts';
import { workspace } from '../release/data-folder.ts';
import { kernelDeclarations, typedModulesIn } from './declarations.ts';
import { announced, partsProblems, type Step } from './semver.ts';

const kernel = join(workspace, 'shared-kernel');
/** The exports of the last version of the kernel: their names and declarations. */
const recordFile = join(kernel, 'parts.json');
const declarationsFile = join(kernel, 'declarations.json');
const declarations = () => z.object({ version: z.string(), files: z.record(z.string(), z.string()) });

const problemsWith = (step: Step): string[] => {
  const recorded = parseParts(readFileSync(recordFile, 'utf8'));
  const { version, files } = declarations().parse(JSON.parse(readFileSync(declarationsFile, 'utf8')));
  if (version !== recorded.version)
    return [`The recorded declarations are those of ${version}, not ${recorded.version}.`];
  const changed = changedSignatures({ kernel, before: files, modules: typedModulesIn(kernel) });
  return partsProblems(recorded, readParts(kernel), step, new Date().toISOString().slice(0, 10), changed);
};

/** Why the kernel's sources cannot become its next version, a sentence each. */
export const kernelProblems = (): string[] => {
  const problems = problemsWith(announced(workspace, '@atrium/shared-kernel'));
  const now = readParts(kernel).version;
  return parseParts(readFileSync(recordFile, 'utf8')).version === now
    ? problems
    : [...problems, `The parts of ${now} are not recorded: run \`node deploy/packages/main.ts record\`.`];
};

/**
 * Records the exports of the kernel's new version. Throws if that version does not allow them; changesets no longer
 * count.
 */
export const recordParts = (): void => {
  const problems = existsSync(recordFile) ? problemsWith('none') : [];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const parts = readParts(kernel);
  const write = (file: string, value: object) => writeFileSync(file, `${JSON.stringify(value, undefined, 1)}\n`);
  write(recordFile, parts);
  write(declarationsFile, { version: parts.version, files: kernelDeclarations(kernel) });
};
