import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { kernelName } from './packages.ts';

/** What a package declares for others, each in a file of this name beside its contract. */
const kinds = '{events,dialogs,slots}';

interface Declared {
  /** Of the owner, below the folder of all packages. */
  readonly file: string;
  readonly text: string;
}

/** By kind and by the first word of its names, as `events/chat`, what the packages in a folder declare. */
const declaredIn = (owners: string): Map<string, Declared> =>
  new Map(
    globSync(`*/${kinds}.ts`, { cwd: owners }).flatMap((file) => {
      const text = readFileSync(join(owners, file), 'utf8');
      const [, area] = /name: '(\w+)\./.exec(text) ?? [];
      return area ? [[`${/(\w+)\.ts$/.exec(file)?.[1] ?? ''}/${area}`, { file, text }] as const] : [];
    }),
  );

const copyOf = ({ file, text }: Declared, kernel: string): string =>
  `// Declared in ${file}: \`pnpm declarations\` wrote it.\n${text.replaceAll("'@atrium/shared-kernel/", `'${kernel}/`)}`;

interface Copy {
  /** Below the package that has it. */
  readonly file: string;
  /** As it should be; undefined where nobody declares it. */
  readonly text: string | undefined;
}

/** The copies that `contracts/<kind>.ts` of a package names, or that are there. */
const copiesIn = (folder: string, declared: ReadonlyMap<string, Declared>, kernel = kernelName): Copy[] => {
  const named = globSync(`contracts/${kinds}.ts`, { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/from '\.\/(\w+\/\w+\.ts)'/g)].map(([, path = '']) =>
      join('contracts', path),
    ),
  );
  const there = globSync(`contracts/${kinds}/*.ts`, { cwd: folder });
  return [...new Set([...named, ...there])].toSorted().map((file) => {
    const owner = declared.get(/(\w+\/\w+)\.ts$/.exec(file)?.[1] ?? '');
    return { file, text: owner && copyOf(owner, kernel) };
  });
};

const isThere = (path: string, text: string | undefined) => existsSync(path) && readFileSync(path, 'utf8') === text;

/**
 * Writes into a package's `contracts/` what the packages in `owners` declare of what it names there; answers the files that
 * changed, below the package. What nobody there declares is left as it is. `kernel`: the name by which the package imports it.
 */
export const writeCopies = (folder: string, owners: string, kernel?: string): string[] =>
  copiesIn(folder, declaredIn(owners), kernel).flatMap(({ file, text }) => {
    const path = join(folder, file);
    if (text === undefined || isThere(path, text)) return [];
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return [file];
  });

/** Packages of a workspace that use what others declare. The kernel has, for remotes of before, what it gave. */
const users = (root: string): string[] =>
  globSync('*/contracts', { cwd: root })
    .map((folder) => dirname(folder))
    .filter((name) => name !== 'shared-kernel')
    .toSorted();

/** Copies in a workspace's packages that are not what their owners declare, a sentence each. */
export const declarationProblems = (root: string): string[] => {
  const declared = declaredIn(root);
  return users(root).flatMap((name) =>
    copiesIn(join(root, name), declared).flatMap(({ file, text }) => {
      const copy = join(name, file);
      if (text === undefined) return [`${copy} is of nobody: no package declares it.`];
      return isThere(join(root, copy), text)
        ? []
        : [`${copy} is not what its owner declares: run \`pnpm declarations\`.`];
    }),
  );
};

/** Writes the copies of all packages of a workspace; answers those that changed. */
export const writeDeclarations = (root: string): string[] =>
  users(root).flatMap((name) => writeCopies(join(root, name), root).map((file) => join(name, file)));
