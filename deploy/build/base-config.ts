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

/** Adds the licenses of all packages that a build holds code or fonts of. */
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

/** Remotes in other repositories may set what the library's own maker of icons reads beside the icon. */
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
/** Of a remote's entry. The shell has shared modules before any chunk. */
export const unusedByRemotes = (): Record<string, string> => withoutParts(['installInitialConsumes']);

/** Rspack would take the CommonJS runtime of Module Federation (5 kB more in each entry), with the sentences of its errors. */
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
    // An error has its code and the address of its page: the same sentences in each entry were 0.5 kB a time.
    [join(errors, 'desc.mjs')]: join(import.meta.dirname, 'federation-errors.js'),
    ...withoutParts(['remotes', 'init', 'getSharedFallbackGetter']),
  };
};

/** What every build of the product has in common: class names, integrity, Trusted Types, cascade layers. */
export const baseConfig = ({ name: packageName, unique, mode, repository }: ReleaseName): RsbuildConfig => ({
  mode,
  // The edge tells the pages to load again: nothing of the bundler's own server is in a build.
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
  // Each entry holds the hashes of its chunks, which nothing compresses: sha384 would cost half as much again.
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
      // RxJS gives its modern modules under this condition only, and old ones with helpers else.
      resolve: { conditionNames: ['es2015', '...'] },
      // By name, as `moduleIds` has it for modules: one module more changes no chunk that does not hold it.
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
