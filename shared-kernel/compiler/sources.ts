import { join } from 'node:path';
import { API, type Checker, type Type } from 'typescript/unstable/sync';
import {
  isExpressionWithTypeArguments,
  isImportDeclaration,
  isExportDeclaration,
  isTypeNode,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';

/** The sources of one package as the compiler knows them; valid until `close`. */
export interface Sources {
  readonly checker: Checker;
  /** The package's own files, without tests and what only tests use. */
  readonly own: readonly SourceFile[];
  /** Any file that the package's sources reach, by its path. */
  readonly file: (path: string) => SourceFile | undefined;
  readonly close: () => void;
}

/**
 * Opens a package's sources with the compiler's own program. Tests are left out, as they are never released.
 * `root`: the package's folder, with a `tsconfig.json`.
 */
export const openSources = (root: string): Sources => {
  // This file exists for the compiler only: the package's own settings, for fewer files.
  const config = join(root, 'tsconfig.sources.json');
  const text = JSON.stringify({
    extends: './tsconfig.json',
    compilerOptions: { incremental: false },
    include: ['contract.ts', 'src/**/*', '../shared-kernel/theme/css.d.ts'],
    exclude: ['**/*.test.*', '**/testing/**', '**/node_modules/**'],
  });
  const api = new API({
    cwd: root,
    fs: {
      readFile: (path) => (path === config ? text : undefined),
      fileExists: (path) => (path === config ? true : undefined),
    },
  });
  const project = api.updateSnapshot({ openProjects: [config] }).getProjects()[0];
  if (!project) throw new Error(`The compiler finds no sources in ${root}.`);
  const { program, checker, rootFiles } = project;
  const file = (path: string) => program.getSourceFile(path);
  return {
    checker,
    own: rootFiles.filter((path) => path.startsWith(join(root, 'src/'))).flatMap((path) => file(path) ?? []),
    file,
    close: () => api.close(),
  };
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

/** Where something stands, for a sentence: `src/chat/send.ts:12`. */
export const lineOf = (node: Node, root: string): string => {
  const file = node.getSourceFile();
  const line = file.text.slice(0, node.getStart()).split('\n').length;
  return `${file.fileName.replace(`${root}/`, '')}:${line}`;
};

/** The types that a value may have: those of a union, else the one. */
export const variantsOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : undefined) ?? [type];
