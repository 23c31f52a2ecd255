import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type RsbuildConfig, type Rspack, rspack } from '@rsbuild/core';
import type { ReleaseName } from './release-name.ts';

const plugin = 'atrium:content-addresses';
/** Property of a script element through which a chunk finds the runtime that requested it. */
const chunks = 'chunks';
const { ensureChunk, loadScript, publicPath, require: own } = rspack.RuntimeGlobals;

/** Runs as part of an entry, while `document.currentScript` is the entry's own element. */
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
 * Makes chunks whose text contains no version, so that a chunk that two versions share has one URL. A chunk hands its
 * modules to the script element that it runs in, and the runtime that created the element picks them up there. So two
 * versions of a remote in one page never receive each other's chunks, although both may load the same file. If a chunk
 * does not load, the next attempt requests the version's own copy of it at another URL.
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

/**
 * Names files by their content: a file that a version shares with the one before keeps its URL, and stays in caches.
 */
export const byContent = ({ mode }: Pick<ReleaseName, 'mode'>): RsbuildConfig => ({
  output: { filename: { js: '[name].[contenthash:8].js', css: '[name].[contenthash:8].css' } },
  tools: {
    rspack: {
      // Refers to the federation runtime by its bare name, since `contentAddresses` redirects what is read from the
      // global object.
      externalsType: 'var',
      // The hash in a file name is computed from the final bytes, so a URL never has two contents.
      optimization: { realContentHash: true },
      // Hot updates are not loaded through an element of the runtime, so development builds keep the version in their
      // names.
      plugins: mode === 'production' ? [contentAddresses] : [],
    },
  },
});

/**
 * A class name that changes only with its stylesheet, so two versions in one page share it only while its rules are the
 * same.
 */
export const classNames =
  (name: string) =>
  ({ resourcePath }: { readonly resourcePath: string }, _: string, local: string): string => {
    const hash = createHash('sha256').update(readFileSync(resourcePath)).digest('hex');
    return `${name}-${local}-${hash.slice(0, 6)}`;
  };
