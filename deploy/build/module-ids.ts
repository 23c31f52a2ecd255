import { createHash } from 'node:crypto';
import type { Rspack } from '@rsbuild/core';

const plugin = 'atrium:module-ids';
/** Ids are below this number: it makes them short, and collisions rare. */
const range = 10_000;

const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() % range;

/** The hook passes stand-ins for modules, whose identifier is a string rather than a function. */
const identifierOf = ({ identifier }: { readonly identifier: unknown }): string => String(identifier);

/**
 * A module's name, independent of where it is built: without the folder, the loaders, and the hash of modules joined to
 * it.
 */
const nameOf = (identifier: string, root: string): string => {
  const name = identifier.replaceAll(root, '').replaceAll(encodeURIComponent(root), '');
  return name.slice(name.lastIndexOf('!') + 1).replace(/\|[0-9a-f]{16}$/, '');
};

/**
 * Numbers modules by their names relative to `root`, the repository. The bundler's own ids of this kind depend on the
 * folder of the build, and ids in the order of the sources would change in many chunks with each new module.
 */
export const moduleIds = (root: string): Rspack.RspackPluginInstance => ({
  apply(compiler) {
    compiler.hooks.compilation.tap(plugin, (compilation) => {
      compilation.hooks.beforeModuleIds.tap(plugin, (modules) => {
        const inChunks = new Set<string>();
        for (const chunk of compilation.chunks)
          for (const module of compilation.chunkGraph.getChunkModules(chunk)) inChunks.add(module.identifier());
        const named = [...modules]
          .filter((module) => inChunks.has(identifierOf(module)))
          .map((module) => ({
            module,
            name: nameOf(identifierOf(module), root),
            whole: identifierOf(module).replaceAll(root, ''),
          }))
          .toSorted((a, b) => (a.name + a.whole < b.name + b.whole ? -1 : 1));
        const used = new Set<number>();
        for (const { module, name } of named) {
          let id = numberOf(name);
          for (let turn = 1; used.has(id); turn += 1) id = numberOf(`${name} ${turn}`);
          used.add(id);
          Object.assign(module, { id });
        }
      });
    });
  },
});
