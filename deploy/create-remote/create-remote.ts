import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownersOfRoute } from '@atrium/shared-kernel/contracts/owners';
import { environmentText, parseEnvironment } from '../release/environment.ts';

const template = join(import.meta.dirname, 'template');
const ending = '.tmpl';
const form = /^mf-[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Names as the template's files have them: `__remote__` mf-late-news, `__page__` late-news, `__Name__` LateNews. */
const wordsOf = (remote: string): Record<string, string> => {
  const page = remote.slice('mf-'.length);
  const words = page.split('-');
  return {
    __remote__: remote,
    __page__: page,
    __Name__: words.map(capital).join(''),
    __Title__: capital(words.join(' ')),
  };
};

const filled = (text: string, words: Readonly<Record<string, string>>) =>
  Object.entries(words).reduce((so, [word, value]) => so.replaceAll(word, value), text);

const change = (file: string, edit: (text: string) => string) => writeFileSync(file, edit(readFileSync(file, 'utf8')));

/** A line of the README's map, after the last remote's. */
const mapped = (readme: string, remote: string): string => {
  const last = [...readme.matchAll(/^mf-[\w-]+\/.*$/gm)].at(-1);
  if (last?.index === undefined) return readme;
  const at = last.index + last[0].length;
  return `${readme.slice(0, at)}\n${`${remote}/`.padEnd(17)}what this remote is for${readme.slice(at)}`;
};

/**
 * Writes the folder of a new remote into a workspace, with contract, screen, tests and CI, pins it to the sources in
 * the environment `local` and puts it on the README's map. Answers the files. Throws a sentence where the name is none
 * for a remote, or is taken.
 */
export const createRemote = (root: string, remote: string): string[] => {
  if (!form.test(remote))
    throw new Error(`${remote || 'That'} is no name for a remote: mf-, then small letters, digits and hyphens.`);
  const folder = join(root, remote);
  if (existsSync(folder)) throw new Error(`There is a folder ${remote} already.`);
  const words = wordsOf(remote);
  const path = `/${words['__page__']}`;
  const owners = ownersOfRoute(path);
  if (owners.length > 0) throw new Error(`${path} belongs to ${owners.join(' and ')}: choose another name.`);
  const sources = globSync('{*,.ci/*,**/*}', { cwd: template }).filter((file) =>
    statSync(join(template, file)).isFile(),
  );
  const files = [...new Set(sources)].map((source) => {
    const file = join(remote, filled(source.slice(0, -ending.length), words));
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), filled(readFileSync(join(template, source), 'utf8'), words));
    if (source.startsWith('.ci')) chmodSync(join(root, file), 0o755);
    return file;
  });
  change(join(root, 'deploy/environments/local.json'), (text) => {
    const environment = parseEnvironment(text, 'local');
    return environmentText({
      ...environment,
      remotes: { ...environment.remotes, [remote]: { version: 'workspace' } },
    });
  });
  change(join(root, 'README.md'), (text) => mapped(text, remote));
  return files.toSorted();
};
