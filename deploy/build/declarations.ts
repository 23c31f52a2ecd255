import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { kernelName } from './packages.ts';

/** What a package declares for others, one file of this name per kind next to its contract. */
const kinds = '{events,dialogs,slots}';

interface Declared {
  /** The owner's file, relative to the folder of all packages. */
  readonly file: string;
  readonly text: string;
}

/** What the packages in a folder declare, by kind and by the first word of the names, such as `events/chat`. */
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
  /** Relative to the package that has the copy. */
  readonly file: string;
  /** What the copy should contain; undefined if no package declares it. */
  readonly text: string | undefined;
}

/** The copies that `contracts/<kind>.ts` of a package refers to, and those that exist. */
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
 * Writes into a package's `contracts/` the declarations that it refers to, as the packages in `owners` make them. Gives
 * the changed files, relative to the package. Copies that nobody in `owners` declares are left unchanged. `kernel` is
 * the name under which the package imports the kernel.
 */
export const writeCopies = (folder: string, owners: string, kernel?: string): string[] =>
  copiesIn(folder, declaredIn(owners), kernel).flatMap(({ file, text }) => {
    const path = join(folder, file);
    if (text === undefined || isThere(path, text)) return [];
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return [file];
  });

/**
 * Packages of a workspace that use declarations of others, except for the kernel, which still exports what it declared
 * before, for older remotes.
 */
const users = (root: string): string[] =>
  globSync('*/contracts', { cwd: root })
    .map((folder) => dirname(folder))
    .filter((name) => name !== 'shared-kernel')
    .toSorted();

/** Copies in a workspace's packages that differ from what their owners declare, a sentence each. */
export const declarationProblems = (root: string): string[] => {
  const declared = declaredIn(root);
  return users(root).flatMap((name) =>
    copiesIn(join(root, name), declared).flatMap(({ file, text }) => {
      const copy = join(name, file);
      if (text === undefined) return [`${copy} has no owner: no package declares it.`];
      return isThere(join(root, copy), text)
        ? []
        : [`${copy} differs from what its owner declares: run \`pnpm declarations\`.`];
    }),
  );
};

/** Writes the copies of all packages of a workspace. Gives the changed ones. */
export const writeDeclarations = (root: string): string[] =>
  users(root).flatMap((name) => writeCopies(join(root, name), root).map((file) => join(name, file)));
