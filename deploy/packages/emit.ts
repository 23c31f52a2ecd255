import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workspace } from '../release/data-folder.ts';

const inWorkspace = (path: string) => join(workspace, path);

/**
 * Compiles sources, and everything of the workspace that they import, to JavaScript and declarations in `output`, with
 * the folders of the workspace. `sources` are files and patterns relative to the workspace, `options` those of the
 * compiler.
 */
export const emit = (output: string, sources: readonly string[], options: object = {}): void => {
  const config = join(output, 'tsconfig.json');
  const types = ['shared-kernel', 'deploy'].map((name) => inWorkspace(`${name}/node_modules/@types`));
  mkdirSync(output, { recursive: true });
  writeFileSync(
    config,
    JSON.stringify({
      extends: inWorkspace('tsconfig.json'),
      compilerOptions: {
        types: ['node', 'react', 'react-dom'],
        typeRoots: types,
        noEmit: false,
        incremental: false,
        tsBuildInfoFile: null,
        declaration: true,
        rewriteRelativeImportExtensions: true,
        // `pnpm check` has already checked the types.
        noCheck: true,
        rootDir: workspace,
        outDir: output,
        ...options,
      },
      include: sources.map(inWorkspace),
      exclude: ['**/*.test.ts', '**/*.test.tsx', '**/node_modules', '**/dist'].map(inWorkspace),
    }),
  );
  execFileSync(inWorkspace('node_modules/.bin/tsc'), ['-p', config], { stdio: ['ignore', 'inherit', 'inherit'] });
};

/** Matches only import paths, because the same text is also the kernel's name between shell and remotes. */
const ofKernel = /(from |import |import\()(['"])@atrium\/shared-kernel\//g;
/** The compiler leaves these extensions in declarations. */
const sourceEnding = /((?:from |import\()(['"])\.{1,2}\/[^'"]*?)\.tsx?\2/g;

/**
 * The text of a compiled file in the package: imports use the kernel's published name, and declarations refer to
 * scripts.
 */
const published = (file: string, text: string): string => {
  const named = text.replaceAll(ofKernel, '$1$2@atrium/kernel/');
  return file.endsWith('.d.ts') ? named.replaceAll(sourceEnding, '$1.js$2') : named;
};

/** Copies compiled or other files of a folder to a folder of the package. */
export const copyInto = (to: string, from: string, patterns: readonly string[], leave: RegExp = /^$/): string[] => {
  const files = globSync([...patterns], { cwd: from, exclude: ['**/node_modules', '**/dist'] }).filter(
    (file) => !leave.test(file) && !/\.test\.tsx?$/.test(file),
  );
  for (const file of files) {
    const target = join(to, file);
    mkdirSync(dirname(target), { recursive: true });
    const data = readFileSync(join(from, file));
    writeFileSync(target, /\.(js|d\.ts)$/.test(file) ? published(file, data.toString()) : data);
  }
  return files;
};
