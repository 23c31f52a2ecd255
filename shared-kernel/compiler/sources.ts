import { dirname, join } from 'node:path';
import { API, type Checker, type Type } from 'typescript/unstable/sync';
import {
  isExpressionWithTypeArguments,
  isImportDeclaration,
  isExportDeclaration,
  isTypeNode,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';

/** The sources of one package as the compiler sees them. */
export interface Sources {
  readonly checker: Checker;
  /** The package's own files, without tests and what only tests use. */
  readonly own: readonly SourceFile[];
  /** Any file that the package's sources reach, by its path. */
  readonly file: (path: string) => SourceFile | undefined;
}

/** A program of files that need not be on disk, with the settings of a package. */
export interface OpenedProgram {
  readonly checker: Checker;
  /** The paths of the requested files. */
  readonly files: readonly string[];
  readonly file: (path: string) => SourceFile | undefined;
}

type Which =
  | { readonly files: readonly string[] }
  | { readonly include: readonly string[]; readonly exclude: readonly string[] };

/**
 * Opens a program of the compiler for each package, by the package's folder; a file that several of them reach is parsed
 * once. `which` says what to include and exclude. `virtual` has files by their paths, which take precedence over those on
 * disk.
 */
export const openPrograms = (
  roots: readonly string[],
  which: Which,
  virtual: Readonly<Record<string, string>> = {},
): { readonly programs: readonly OpenedProgram[]; readonly close: () => void } => {
  // These files exist only in memory: the packages' own settings, for other files.
  const configs = roots.map((root) => join(root, 'tsconfig.sources.json'));
  const text = JSON.stringify({ extends: './tsconfig.json', compilerOptions: { incremental: false }, ...which });
  const files = new Map(Object.entries({ ...virtual, ...Object.fromEntries(configs.map((config) => [config, text])) }));
  const folders = new Set(Object.keys(virtual).map((path) => dirname(path)));
  const api = new API({
    ...(roots[0] === undefined ? {} : { cwd: roots[0] }),
    fs: {
      readFile: (path) => files.get(path),
      fileExists: (path) => (files.has(path) ? true : undefined),
      directoryExists: (path) => (folders.has(path) ? true : undefined),
    },
  });
  const projects = api.updateSnapshot({ openProjects: configs }).getProjects();
  const programs = configs.map((config, at): OpenedProgram => {
    const project = projects.find(({ configFileName }) => configFileName === config);
    if (!project) throw new Error(`The compiler finds no sources in ${roots[at]}.`);
    const { program, checker, rootFiles } = project;
    return { checker, files: rootFiles, file: (path) => program.getSourceFile(path) };
  });
  return { programs, close: () => api.close() };
};

/**
 * Opens the sources of packages. Tests are left out, as they are never released. `roots`: the packages' folders, each
 * with a `tsconfig.json`.
 */
export const openSources = (roots: readonly string[]) => {
  const { programs, close } = openPrograms(roots, {
    include: ['contract.ts', 'src/**/*', '../shared-kernel/theme/css.d.ts'],
    exclude: ['**/*.test.*', '**/testing/**', '**/node_modules/**'],
  });
  const packages = programs.map(({ checker, files, file }, at): Sources => {
    const own = files.filter((path) => path.startsWith(join(roots[at] ?? '', 'src/')));
    return { checker, own: own.flatMap((path) => file(path) ?? []), file };
  });
  return { packages, close };
};

/** All nodes of a file that exist when it runs, from the top: no types, and no lists of imports and exports. */
export const runningNodes = (file: SourceFile): Node[] => {
  const nodes: Node[] = [];
  const visit = (node: Node): void => {
    if (isImportDeclaration(node) || isExportDeclaration(node)) return;
    if (isTypeNode(node) && !isExpressionWithTypeArguments(node)) return;
    nodes.push(node);
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  return nodes;
};

/** The file and line of a node, for a message: `src/chat/send.ts:12`. */
export const lineOf = (node: Node, root: string): string => {
  const file = node.getSourceFile();
  const line = file.text.slice(0, node.getStart()).split('\n').length;
  return `${file.fileName.replace(`${root}/`, '')}:${line}`;
};

/** The types that a value may have: the members of a union, or the type itself. */
export const variantsOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : undefined) ?? [type];
