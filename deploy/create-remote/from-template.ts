import { chmodSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownersOfRoute } from '@atrium/shared-kernel/contracts/owners';

const ending = '.tmpl';
const form = /^mf-[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Placeholders of a template and their values. */
export type Placeholders = Readonly<Record<string, string>>;

/**
 * The placeholders in the template's files: `__remote__` mf-late-news, `__page__` late-news, `__Name__` LateNews,
 * `__area__` lateNews. Throws a sentence if the name is not valid for a remote, or if its path belongs to another one.
 */
export const placeholdersOf = (remote: string): Placeholders => {
  if (!form.test(remote))
    throw new Error(`${remote || 'That'} is not a valid name: use mf-, then lowercase letters, digits and hyphens.`);
  const page = remote.slice('mf-'.length);
  const owners = ownersOfRoute(`/${page}`);
  if (owners.length > 0) throw new Error(`/${page} belongs to ${owners.join(' and ')}: choose another name.`);
  const words = page.split('-');
  const name = words.map(capital).join('');
  return {
    __remote__: remote,
    __page__: page,
    __Name__: name,
    __area__: name.slice(0, 1).toLowerCase() + name.slice(1),
    __Title__: capital(words.join(' ')),
  };
};

const filled = (text: string, words: Placeholders) =>
  Object.entries(words).reduce((so, [word, value]) => so.replaceAll(word, value), text);

/** The files of a template, without their extension. */
export const templateFiles = (template: string): string[] =>
  [...new Set(globSync('{.*,*,.ci/*,**/*}', { cwd: template }))]
    .filter((file) => file.endsWith(ending) && statSync(join(template, file)).isFile())
    .map((file) => file.slice(0, -ending.length));

/** Writes files of a template into a folder. Gives their names there. */
export const writeFiles = (template: string, files: readonly string[], folder: string, words: Placeholders): string[] =>
  files.map((source) => {
    const file = filled(source, words);
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), filled(readFileSync(join(template, source + ending), 'utf8'), words));
    if (source.startsWith('.ci')) chmodSync(join(folder, file), 0o755);
    return file;
  });
