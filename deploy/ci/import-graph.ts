import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** For each file the files that it imports, including types. All paths are relative to one folder. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const isSource = (file: string) => !file.startsWith('..') && /\.(?:tsx?|mjs)$/.test(file);
const isTest = (file: string) => /\.(test|built|suite)\.tsx?$/.test(file);
/** A lazy import may name its chunk in a comment before the path. */
const imported = /(?:\bfrom|\bimport)\s*\(?\s*(?:\/\*.*?\*\/\s*)?'((?:\.\.?\/|@atrium\/)[^']+)'/g;

/** For each source in `root` the relative paths and the packages of the workspace that it imports, as written there. */
export const readNames = (root: string): (readonly [file: string, names: readonly string[]])[] =>
  globSync('**/*.{ts,tsx,mjs}', { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
    .filter((file) => !isTest(file))
    .map((file) => [file, [...readFileSync(join(root, file), 'utf8').matchAll(imported)].map(([, name = '']) => name)]);

interface PackageFile {
  readonly name?: string;
  readonly exports?: Readonly<Record<string, string>>;
}

/** Finds the file in a package that its own public name stands for, such as `@atrium/shared-kernel/ui/button`. */
const ownFiles = (root: string) => {
  const file = join(root, 'package.json');
  const { name = '', exports = {} }: PackageFile = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return (imports: string): string | undefined => {
    if (!imports.startsWith(`${name}/`)) return undefined;
    const path = `.${imports.slice(name.length)}`;
    const pattern = Object.keys(exports).find((key) => key.endsWith('*') && path.startsWith(key.slice(0, -1)));
    const target = exports[path] ?? exports[pattern ?? '']?.replace('*', path.slice((pattern ?? '').length - 1));
    return target && join(target);
  };
};

/** Reads the imports between the sources in `root`. Tests may import anything, so they are left out. */
export const readImports = (root: string): ImportGraph => {
  const ownFile = ownFiles(root);
  return new Map(
    readNames(root).map(([file, names]) => {
      const targets = names.map((name) => ownFile(name) ?? join(dirname(file), name));
      return [file, targets.filter((target) => isSource(target) && existsSync(join(root, target)))];
    }),
  );
};

/**
 * What the sources in one package of the workspace import of other packages, by their own files: folders such as
 * `shared-kernel/contracts`.
 */
export const readOthers = (workspace: string, root: string): ImportGraph => {
  const [own = ''] = root.split(sep);
  const folderOf = (path: string) => path.split('/').slice(0, 2).join('/');
  return new Map(
    readNames(join(workspace, root)).map(([file, names]) => {
      const paths = names.map((name) =>
        name.startsWith('@atrium/') ? name.slice('@atrium/'.length) : join(root, dirname(file), name),
      );
      return [file, paths.filter((path) => !path.startsWith(`${own}/`)).map(folderOf)];
    }),
  );
};

/** Every import that is not allowed. `allowed` lists, for each folder, the other folders that it may import. */
export const brokenLayers = (graph: ImportGraph, allowed: Readonly<Record<string, readonly string[]>>): string[] =>
  [...graph].flatMap(([file, targets]) => {
    const from = file.split(sep)[0] ?? '';
    return targets
      .filter((target) => {
        const to = target.split(sep)[0] ?? '';
        return to !== from && !allowed[from]?.includes(to);
      })
      .map((target) => `${file} imports ${target}`);
  });

/** Files that import each other in a circle, with the first one repeated at the end; undefined if there is none. */
export const circleIn = (graph: ImportGraph): string[] | undefined => {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...path, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return undefined;
};
