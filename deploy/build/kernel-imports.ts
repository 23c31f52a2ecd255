import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names that zod exports as types only. */
const typesOfZod = new Set(['infer', 'input', 'output', 'ZodMiniType']);

/** The names in a list of imports or exports, without those that are only types. `last` gives the names after `as`. */
export const valueNames = (list: string, side: 'first' | 'last'): string[] =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('type '))
    .map((one) => one.split(' as ').at(side === 'first' ? 0 : -1) ?? one);

/** Modules that a source imports, each with the names of the values it imports. */
export const importsIn = (source: string): [module: string, names: string[]][] => [
  ...[...source.matchAll(/^import \{([^}]*)\} from '([^']+)'/gm)].map(
    ([, list = '', from = '']): [string, string[]] => [from, valueNames(list, 'first')],
  ),
  ...[...source.matchAll(/^import \* as (\w+) from '([^']+)'/gm)].map(
    ([, alias = '', from = '']): [string, string[]] => [
      from,
      [...source.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))]
        .map(([, name = '']) => name)
        .filter((name) => !typesOfZod.has(name)),
    ],
  ),
];

/** The texts of a package's sources, without files that only tests and tools read. `root` is its folder. */
export const sourcesIn = (root: string): string[] =>
  globSync(['*.ts', 'contracts/**/*.ts', 'src/**/*.{ts,tsx}'], {
    cwd: root,
    exclude: ['**/testing/**', '**/vendor/**'],
  })
    .filter((file) => !/\.(?:test|suite|config)\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'));
