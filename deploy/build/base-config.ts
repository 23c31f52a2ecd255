import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type RsbuildConfig, rspack, type Rspack } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { noticesFile, noticesOf, packageFolder } from '../notices/notices.ts';
import { cascadeLayers } from './cascade-layers.ts';
import { classNames } from './content-addresses.ts';
import { modernFonts } from './modern-fonts.ts';
import { moduleIds } from './module-ids.ts';
import { buildFile, isPackaged } from './packages.ts';
import type { ReleaseName } from './release-name.ts';

const name = 'atrium:notices';

/** Adds the licenses of all packages whose code or fonts a build contains. */
const noticesPlugin: Rspack.RspackPluginInstance = {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const folders = new Set<string>();
      compilation.hooks.finishModules.tap(name, (modules) => {
        for (const module of modules) {
          const folder = packageFolder(module.nameForCondition() ?? '');
          if (folder) folders.add(folder);
        }
      });
      compilation.hooks.processAssets.tap(name, () =>
        compilation.emitAsset(noticesFile, new rspack.sources.RawSource(noticesOf(folders))),
      );
    });
  },
};

/** Remotes in other repositories may set attributes that only the library's own icon factory reads. */
const ownIcons: Rspack.RuleSetRule[] = isPackaged
  ? []
  : [
      {
        test: /lucide-react[\\/]dist[\\/]esm[\\/](createLucideIcon|icons[\\/][\w-]+)\.mjs$/,
        loader: buildFile('icons-loader'),
      },
    ];

const load = createRequire(import.meta.url);
const bundlerRuntime = () =>
  dirname(
    createRequire(load.resolve('@module-federation/enhanced')).resolve('@module-federation/webpack-bundler-runtime'),
  );
const withoutParts = (parts: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    parts.map((part) => [join(bundlerRuntime(), `${part}.js`), join(import.meta.dirname, 'federation-unused.js')]),
  );
/** Runtime code that entries of remotes do not need: only the shell uses shared modules before any chunk is loaded. */
export const unusedByRemotes = (): Record<string, string> => withoutParts(['installInitialConsumes']);

/**
 * By default, Rspack would use the CommonJS runtime of Module Federation, which adds 5 kB to each entry, with the texts
 * of its errors.
 */
const federationRuntime = () => {
  const enhanced = createRequire(load.resolve('@module-federation/enhanced'));
  const tools = createRequire(enhanced.resolve('@module-federation/runtime-tools'));
  const bundler = bundlerRuntime();
  const runtime = dirname(tools.resolve('@module-federation/runtime'));
  const errors = dirname(
    createRequire(enhanced.resolve('@module-federation/runtime')).resolve('@module-federation/error-codes'),
  );
  return {
    [join(bundler, 'index.cjs')]: join(bundler, 'index.js'),
    [join(runtime, 'index.cjs')]: join(runtime, 'index.js'),
    // An error shows its code and the URL of its documentation. The texts would add 0.5 kB to each entry.
    [join(errors, 'desc.mjs')]: join(import.meta.dirname, 'federation-errors.js'),
    ...withoutParts(['remotes', 'init', 'getSharedFallbackGetter', 'updateOptions']),
  };
};

/** What all builds of the product have in common: class names, integrity, Trusted Types, cascade layers. */
export const baseConfig = ({ name: packageName, unique, mode, repository }: ReleaseName): RsbuildConfig => ({
  mode,
  // The edge tells pages to reload, so a build contains nothing of the bundler's own dev server.
  dev: { hmr: false, liveReload: false },
  plugins: [pluginReact({ fastRefresh: false })],
  source: { define: { __ATRIUM_DEVELOPMENT__: JSON.stringify(mode === 'development') } },
  output: {
    target: 'web',
    cleanDistPath: true,
    sourceMap: { js: mode === 'development' ? 'source-map' : false },
    legalComments: 'none',
    minify: { jsOptions: { minimizerOptions: { compress: { passes: 3 } } } },
    filenameHash: 'contenthash:8',
    filename: { js: '[name].js', css: '[name].css' },
  },
  resolve: { alias: federationRuntime() },
  // Each entry contains the hashes of its chunks, which cannot be compressed: sha384 would cost half as much again.
  security: { sri: { enable: true, algorithm: 'sha256' } },
  splitChunks: false,
  tools: {
    cssLoader: {
      modules:
        mode === 'production'
          ? { getLocalIdent: classNames(packageName) }
          : { localIdentName: `${unique}-[local]-[hash:base64:5]` },
    },
    postcss: (_, { addPlugins }) => addPlugins([modernFonts(), cascadeLayers()]),
    rspack: {
      module: { rules: ownIcons },
      // RxJS offers its modern modules only under this condition, and otherwise older ones with helper functions.
      resolve: { conditionNames: ['es2015', '...'] },
      // Chunks are identified by name, like modules in `moduleIds`: adding a module changes no chunk that does not
      // contain it.
      ...(mode === 'production'
        ? { optimization: { chunkIds: 'deterministic' }, plugins: [noticesPlugin, moduleIds(repository)] }
        : {}),
      output: {
        crossOriginLoading: 'anonymous',
        uniqueName: unique,
        chunkLoadingGlobal: `chunks_${unique}`,
        trustedTypes: { policyName: 'mf', onPolicyCreationFailure: 'continue' },
      },
    },
  },
  performance: { printFileSize: false, buildCache: false },
  logLevel: 'warn',
});
