import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { isPackaged, kernelFolder, packageIn } from './packages.ts';
import { valueNames } from './kernel-imports.ts';

const deprecation = () => z.object({ until: z.string(), instead: z.string() });
const parts = () =>
  z.object({
    version: z.string(),
    /** The exported names of each public module: `{ "ui/button": ["Button"] }`. */
    modules: z.record(z.string(), z.array(z.string())),
    /** Names that will be removed, such as `client.CallError`, with the last day on which they are available. */
    deprecated: z.record(z.string(), deprecation()),
  });
/** What the semantic versions of the kernel cover. */
export type KernelParts = z.infer<ReturnType<typeof parts>>;

/** Parses the stored record of a kernel's parts. */
export const parseParts = (text: string): KernelParts => parts().parse(JSON.parse(text));

/** Public modules by file. Other exports are for the kit and may change without notice. */
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

/** A declaration with its optional comment, and its name. */
const declared =
  /^(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export (?:async )?(?:const|let|function|class|interface|type) (\w+)/gm;
const listed = /^(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export (?:type )?\{([^}]*)\}/gm;
const namespaceExports = /^(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export \* as (\w+) from/gm;
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
    ...[...source.matchAll(namespaceExports)].map(([, comment = '', name = '']) => ({ name, comment })),
    ...[...source.matchAll(/^export (?:type )?\* from '(\.[^']+)'/gm)].flatMap(([, from = '']) =>
      exportedBy(join(dirname(file), from)),
    ),
  ];
};

const withoutEnding = (file: string) => file.replace(/\.tsx?$/, '');

/** The files of the public modules in a kernel's folder, by module name. */
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

/**
 * Reads what the sources in a kernel's folder export now. Throws a sentence if a deprecation has no date or no advice.
 */
export const readParts = (kernel: string): KernelParts => {
  const modules: KernelParts['modules'] = {};
  const deprecated: KernelParts['deprecated'] = {};
  for (const [module, file] of Object.entries(publicModulesIn(kernel))) {
    const all = exportedBy(join(kernel, file));
    modules[module] = [...new Set(all.map(({ name }) => name))].toSorted();
    for (const { name, comment } of all.filter((one) => one.comment.includes('@deprecated'))) {
      const [, until = '', instead = ''] = mark.exec(comment) ?? [];
      if (Number.isNaN(Date.parse(until)))
        throw new Error(
          `${name} of ${file} is deprecated without a day: write \`@deprecated until 2030-01-31: use …\`.`,
        );
      deprecated[`${module}.${name}`] = { until, instead: instead.trim() };
    }
  }
  return { version: packageIn(kernel).version, modules, deprecated };
};

/** In the package, this file records what its version exports. */
const packedParts = join(kernelFolder, 'parts.json');

/** What the kernel exports that remotes here are built with. */
export const kernelParts = (): KernelParts =>
  isPackaged ? parseParts(readFileSync(packedParts, 'utf8')) : readParts(kernelFolder);
