import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { facades, sharedParts } from '../build/shared-policy.ts';
import { importsIn, sourcesIn, valueNames } from '../build/kernel-imports.ts';
import { kernelFolder } from '../build/packages.ts';
import { workspace } from './data-folder.ts';

/** Names by the module that exports them: `{ '@atrium/shared-kernel/ui/button': ['Button', 'IconButton'] }`. */
export type KernelApi = Record<string, string[]>;

/** The kernel's name in a remote's own repository, and its name between shell and remotes. */
const packaged = '@atrium/kernel/';
const shared = '@atrium/shared-kernel/';
/** Contracts are built into everything that uses them, but the tables of failures into nothing. */
const contractSources = (): string[] =>
  globSync('contracts/**/*.{ts,js}', { cwd: kernelFolder, exclude: ['**/openapi.{ts,js}', '**/failures/**'] })
    .filter((file) => !/\.(?:test|d)\.ts$/.test(file))
    .map((file) => readFileSync(join(kernelFolder, file), 'utf8'));

/** What a package uses at run time from the modules that the shell shares. `root` is its folder. */
export const usedKernelApi = (root: string): KernelApi => {
  const used = new Map<string, Set<string>>(sharedParts().map((module) => [module, new Set()]));
  for (const source of [...sourcesIn(root), ...contractSources()])
    for (const [from, names] of importsIn(source))
      for (const name of names) used.get(from.replace(packaged, shared))?.add(name);
  return Object.fromEntries(
    [...used].filter(([, names]) => names.size > 0).map(([from, names]) => [from, [...names].toSorted()]),
  );
};

const exportsOf = (file: string): string[] => {
  const source = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  return [
    ...[...source.matchAll(/^export (?:async )?(?:const|let|function|class) (\w+)/gm)].map(([, name = '']) => name),
    ...[...source.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list = '']) => valueNames(list, 'last')),
    ...[...source.matchAll(/^export \* from '(\.[^']+)'/gm)].flatMap(([, from = '']) =>
      exportsOf(join(dirname(file), from)),
    ),
  ];
};

const kernelFile = (module: string): string => {
  const part = module.replace(shared, '');
  return join(kernelFolder, part.startsWith('ui/') ? `${part}.tsx` : `${part}/${part}.ts`);
};

/** What the shell of the workspace provides to every remote at run time. */
export const providedKernelApi = (): KernelApi =>
  Object.fromEntries(
    sharedParts().map((module) => {
      const facade = facades[module];
      const file = facade ? join(workspace, `shell/src/vendor/${facade}.ts`) : kernelFile(module);
      return [module, [...new Set(exportsOf(file))].toSorted()];
    }),
  );
