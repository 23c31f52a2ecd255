import { accessSync, constants, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import { type Environment, partNames, pinOf } from './environment.ts';
import { type ReleaseRecord, releaseRecord } from './record.ts';
import type { Store } from './store.ts';
import { writeAtomically } from './write-atomically.ts';

/**
 * The contracts of what environments pin, beside the pins: `contracts/<name>@<version>.json`. With them a clone whose
 * store is empty can tell what fits; a file is all but the release's own files.
 */
const folderIn = (environments: string) => join(environments, 'contracts');
const fileOf = (environments: string, name: string, version: string) =>
  join(folderIn(environments), `${name}@${version}.json`);

const pinsOf = (environment: Environment) =>
  partNames(environment).flatMap((name) => {
    const { version, canary } = pinOf(environment, name) ?? {};
    return [version, canary?.version].flatMap((one) =>
      one === undefined || one === 'workspace' ? [] : [{ name, version: one }],
    );
  });

/** A record without what only its own files need. */
export const contractOnly = ({ name, version, kernel, contract }: ReleaseRecord): ReleaseRecord => ({
  name,
  version,
  kernel,
  content: '',
  files: [],
  contract,
});

/** Throws a sentence where the contract of a pinned version was not kept. */
export const keptContract = (environments: string, name: string, version: string): ReleaseRecord => {
  const file = fileOf(environments, name, version);
  if (!existsSync(file))
    throw new Error(`The contract of ${name}@${version} is not in ${folderIn(environments)}: pin it once more.`);
  return schemaFor(releaseRecord).parse(JSON.parse(readFileSync(file, 'utf8')));
};

const mayWrite = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * Keeps the contracts of all that these environments pin, and no others. Nothing is kept where the pins are not to be
 * written, as in an image.
 */
export const keepContracts = (environments: string, all: readonly Environment[], store: Store): void => {
  if (!mayWrite(environments)) return;
  const pins = all.flatMap(pinsOf);
  mkdirSync(folderIn(environments), { recursive: true });
  for (const { name, version } of pins)
    if (store.has(name, version))
      writeAtomically(
        fileOf(environments, name, version),
        `${JSON.stringify(contractOnly(store.read(name, version)))}\n`,
      );
  const wanted = new Set(pins.map(({ name, version }) => `${name}@${version}.json`));
  for (const file of globSync('*.json', { cwd: folderIn(environments) }))
    if (!wanted.has(file)) rmSync(join(folderIn(environments), file));
};
