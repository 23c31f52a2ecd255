import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { isPackaged, kernelFolder, packageIn } from './packages.ts';
import { valueNames } from './kernel-imports.ts';

const deprecation = () => z.object({ until: z.string(), instead: z.string() });
const parts = () =>
  z.object({
    version: z.string(),
    /** The names of each public module: `{ "ui/button": ["Button"] }`. */
    modules: z.record(z.string(), z.array(z.string())),
    /** Names that will go, as `client.CallError`, with the last day on which they are there. */
    deprecated: z.record(z.string(), deprecation()),
  });
/** What semantic versions of the kernel promise. */
export type KernelParts = z.infer<ReturnType<typeof parts>>;

/** The record of a kernel's parts, as it stands in a file. */
export const parseParts = (text: string): KernelParts => parts().parse(JSON.parse(text));

/** Public modules by the file that they are. What is exported beyond them is for the kit, and changes without a word. */
const publicModules: Readonly<Record<string, string>> = {
  bus: 'bus/bus.ts',
  client: 'client/client.ts',
  configuration: 'configuration/configuration.ts',
  conflict: 'conflict/use-conflict.ts',
  'conflict/note': 'conflict/conflict-note.tsx',
  'conflict/question': 'conflict/question.ts',
  failure: 'client/failure.ts',
  flags: 'flags/flags.ts',
  'flags/openfeature': 'flags/openfeature.ts',
  'upload-failure': 'client/upload-failure.ts',
  session: 'session/session.ts',
  slots: 'slots/slot.tsx',
  'slots/icon': 'slots/filler-icon.tsx',
  remote: 'remote/remote.ts',
  tabbing: 'remote/tabbing.ts',
  'testing/contract-test': 'testing/contract-test.ts',
  'testing/fake-host': 'testing/fake-host.ts',
  'testing/fake-service': 'testing/fake-service.ts',
  'testing/marbles': 'testing/marbles.ts',
  'testing/render': 'testing/render.tsx',
};
const publicFiles = [
  'contracts/{behavior,calls,constants,define,dialogs,events,fillers,id,sentences,slots}.ts',
  'contracts/{calls,dialogs,entities,events,slots}/*.ts',
  'ui/*.tsx',
  'theme/tokens.css',
];

/** A comment that a declaration may have, and what the declaration is called. */
const declared =
  /^(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export (?:async )?(?:const|let|function|class|interface|type) (\w+)/gm;
const listed = /^(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export (?:type )?\{([^}]*)\}/gm;
const wholes = /^(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export \* as (\w+) from/gm;
const mark = /@deprecated until (\d{4}-\d\d-\d\d): ([^\n*]+)/;

interface Found {
  readonly name: string;
  readonly comment: string;
}

const exportedBy = (file: string): Found[] => {
  const source = readFileSync(file, 'utf8');
  if (file.endsWith('.css'))
    return [...new Set([...source.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name = '']) => name))].map((name) => ({
      name,
      comment: '',
    }));
  return [
    ...[...source.matchAll(declared)].map(([, comment = '', name = '']) => ({ name, comment })),
    ...[...source.matchAll(listed)].flatMap(([, comment = '', list = '']) =>
      valueNames(list.replaceAll(/\btype /g, ''), 'last').map((name) => ({ name, comment })),
    ),
    ...[...source.matchAll(wholes)].map(([, comment = '', name = '']) => ({ name, comment })),
    ...[...source.matchAll(/^export (?:type )?\* from '(\.[^']+)'/gm)].flatMap(([, from = '']) =>
      exportedBy(join(dirname(file), from)),
    ),
  ];
};

const withoutEnding = (file: string) => file.replace(/\.tsx?$/, '');

/** The files of the public modules in a kernel's folder, by the modules' names. */
export const publicModulesIn = (kernel: string): Record<string, string> => {
  const found = publicFiles
    .flatMap((pattern) => globSync(pattern, { cwd: kernel }))
    .filter((file) => !/\.test\.|(^|\/)gallery/.test(file))
    .map((file) => [withoutEnding(file), file] as const);
  return Object.fromEntries(
    [...Object.entries(publicModules), ...found]
      .filter(([, file]) => existsSync(join(kernel, file)))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
};

/** What the sources in a kernel's folder give now. Throws a sentence where a deprecation has no day or no advice. */
export const readParts = (kernel: string): KernelParts => {
  const modules: KernelParts['modules'] = {};
  const deprecated: KernelParts['deprecated'] = {};
  for (const [module, file] of Object.entries(publicModulesIn(kernel))) {
    const all = exportedBy(join(kernel, file));
    modules[module] = [...new Set(all.map(({ name }) => name))].toSorted();
    for (const { name, comment } of all.filter((one) => one.comment.includes('@deprecated'))) {
      const [, until = '', instead = ''] = mark.exec(comment) ?? [];
      if (Number.isNaN(Date.parse(until)))
        throw new Error(`${name} of ${file} is deprecated without a day: say \`@deprecated until 2030-01-31: use …\`.`);
      deprecated[`${module}.${name}`] = { until, instead: instead.trim() };
    }
  }
  return { version: packageIn(kernel).version, modules, deprecated };
};

/** In the package: what its version gives. */
const packedParts = join(kernelFolder, 'parts.json');

/** What the kernel gives that remotes are built with here. */
export const kernelParts = (): KernelParts =>
  isPackaged ? parseParts(readFileSync(packedParts, 'utf8')) : readParts(kernelFolder);
