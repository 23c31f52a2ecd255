import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeCopies } from '../build/declarations.ts';
import { workspace } from '../release/data-folder.ts';
import { environmentText, parseEnvironment } from '../release/environment.ts';
import { templateFiles, placeholdersOf, writeFiles } from './from-template.ts';

const template = join(import.meta.dirname, 'template');

const change = (file: string, edit: (text: string) => string) => writeFileSync(file, edit(readFileSync(file, 'utf8')));

/** A line for the README's map, after the last remote. */
const mapped = (readme: string, remote: string): string => {
  const last = [...readme.matchAll(/^mf-[\w-]+\/.*$/gm)].at(-1);
  if (last?.index === undefined) return readme;
  const at = last.index + last[0].length;
  return `${readme.slice(0, at)}\n${`${remote}/`.padEnd(17)}what this remote is for${readme.slice(at)}`;
};

/**
 * Writes the folder of a new remote into a workspace, with contract, screen, tests and CI, pins it to the sources in
 * the environment `local`, and adds it to the README's map. Gives the files. Throws a sentence if the name is not valid
 * for a remote, or is already used.
 */
export const createRemote = (root: string, remote: string): string[] => {
  const words = placeholdersOf(remote);
  const folder = join(root, remote);
  if (existsSync(folder)) throw new Error(`The folder ${remote} already exists.`);
  const files = writeFiles(template, templateFiles(template), folder, words);
  files.push(...writeCopies(folder, workspace));
  change(join(root, 'deploy/environments/local.json'), (text) => {
    const environment = parseEnvironment(text, 'local');
    return environmentText({
      ...environment,
      remotes: { ...environment.remotes, [remote]: { version: 'workspace' } },
    });
  });
  change(join(root, 'README.md'), (text) => mapped(text, remote));
  return files.map((file) => join(remote, file)).toSorted();
};
