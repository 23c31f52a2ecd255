import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type RsbuildConfig, type Rspack, rspack } from '@rsbuild/core';
import type { ReleaseName } from './release-name.ts';

const plugin = 'atrium:content-addresses';
/** Property of a script element by which a chunk finds the runtime that asked for it. */
const chunks = 'chunks';
const { ensureChunk, loadScript, publicPath, require: own } = rspack.RuntimeGlobals;

/** Runs as part of an entry, where `document.currentScript` is the entry's own element. */
class ScriptRuntime extends rspack.RuntimeModule {
  constructor() {
    super('content addresses', rspack.RuntimeModule.STAGE_TRIGGER);
  }
  override generate(): string {
    return `${own}.entry = document.currentScript;
var ensure = ${ensureChunk};
${ensureChunk} = (id) => ensure(id).catch((error) => {
  ${publicPath} = ${publicPath}.replace("../", "");
  throw error;
});`;
  }
}

/**
 * Chunks whose text holds no version: what two versions share has one address. A chunk gives its modules to the script
 * element that it runs in, and the runtime that made the element takes them from there. So two versions of one remote in
 * a page never take each other's chunks, though both may load the same file. Where a chunk does not come, the next try
 * asks for the version's own copy of it, at another address.
 */
export const contentAddresses: Rspack.RspackPluginInstance = {
  apply(compiler) {
    compiler.options.output.globalObject = 'document.currentScript';
    compiler.options.output.chunkLoadingGlobal = chunks;
    compiler.hooks.thisCompilation.tap(plugin, (compilation) => {
      compilation.hooks.runtimeRequirementInTree.for(loadScript).tap(plugin, (chunk) => {
        compilation.addRuntimeModule(chunk, new ScriptRuntime());
      });
      rspack.RuntimePlugin.getCompilationHooks(compilation).createScript.tap(
        plugin,
        (code) => `${code}\nscript.${chunks} = ${own}.entry.${chunks};`,
      );
    });
  },
};

/** Files that a browser loads: what a version shares with the one before keeps its address, and so its place in caches. */
export const byContent = ({ mode }: Pick<ReleaseName, 'mode'>): RsbuildConfig => ({
  output: { filename: { js: '[name].[contenthash:8].js', css: '[name].[contenthash:8].css' } },
  tools: {
    rspack: {
      // The runtime of federation by its name alone: `contentAddresses` leads elsewhere what is global.
      externalsType: 'var',
      // The hash in a name is that of the bytes: an address never has two contents.
      optimization: { realContentHash: true },
      // Hot updates come outside of any element of the runtime's: development keeps the version in its names.
      plugins: mode === 'production' ? [contentAddresses] : [],
    },
  },
});

/** A class name that changes only with its stylesheet: two versions in a page share it where it means the same rules. */
export const classNames =
  (name: string) =>
  ({ resourcePath }: { readonly resourcePath: string }, _: string, local: string): string => {
    const hash = createHash('sha256').update(readFileSync(resourcePath)).digest('hex');
    return `${name}-${local}-${hash.slice(0, 6)}`;
  };
