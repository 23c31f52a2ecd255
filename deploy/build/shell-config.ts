import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { mergeRsbuildConfig, type RsbuildConfig, type RsbuildPlugin, rspack } from '@rsbuild/core';
import { contentBase } from '@atrium/shared-kernel/contracts/release-set';
import { baseConfig } from './base-config.ts';
import { compileEagerly } from './compile-eagerly.ts';
import { byContent } from './content-addresses.ts';
import { releaseName } from './release-name.ts';
import { facadesOfShell, inFirstLoad, providedByShell, sharedByShell, sharedModules } from './shared-policy.ts';

const load = createRequire(import.meta.url);

/** The router's package file names only its development build, whose warnings nobody reads in production. */
export const productionRouter = (root: string): Record<string, string> => {
  const dom = createRequire(createRequire(join(root, 'package.json')).resolve('react-router-dom'));
  const file = dom.resolve('react-router');
  return { 'react-router$': join(dirname(file).replace('/development', '/production'), 'index.mjs') };
};

/**
 * Module Federation provides a module only if something imports it: this file imports all, after the theme has named
 * the layers.
 */
const provided = () =>
  sharedModules()
    .map((request) => (inFirstLoad(request) ? `import '${request}';` : `() => import('${request}');`))
    .join('\n');

/**
 * The first line of the shell's scripts, for browsers whose pages do not notice themselves when to load the files of the
 * route, which the edge lists in a template of the page.
 */
const startPreloads = `(function(t){t&&document.head.append(t.content)})(document.getElementById('preloads'));`;

const ownScript = /(<script>)([\s\S]*?)(<\/script>)/g;
const minified = (script: string): string =>
  rspack.experiments.swc.minifySync(script, { compress: true, mangle: true, module: false }).code;

/** Indentation, comments and names only help people who read the source, and delay every first paint. */
export const compactPage: RsbuildPlugin = {
  name: 'compact-page',
  setup(api) {
    api.modifyHTML((html) =>
      html
        .replaceAll(ownScript, (_, start: string, script: string, end: string) => start + minified(script) + end)
        .replaceAll(/^\s+/gm, '')
        .replaceAll(/^(?:\/\*.*\*\/|<!-- .* -->)\n/gm, ''),
    );
  },
};

const scriptTag = /<script defer(?:="")? src=("[^"]*"[^>]*)><\/script>/g;
/** Added by the bundler, for a file that is not below that address. The page names its icon itself. */
const iconTag = /<link rel="icon" href="[^"]*favicon\.ico">/;
const styleTag = /<link href=("[^"]*") rel="stylesheet"([^>]*)>/;

/**
 * The page applies the shell's styles and runs its scripts once it is painted, and the browser loads all of these files
 * at once, from the first line of the page on. In the head, the styles would block the paint, and the scripts would run
 * before it if they are there.
 */
export const runAfterPaint: RsbuildPlugin = {
  name: 'run-after-paint',
  setup(api) {
    api.modifyHTML({
      // After the hashes of both have been added.
      order: 'post',
      handler(html) {
        const sources = [...html.matchAll(scriptTag)].map(([, source = '']) => source);
        const [style, href, hash] = styleTag.exec(html) ?? [];
        if (sources.length === 0 || !style) throw new Error('The page has no script, or no styles.');
        const preloads = sources.map((source) => `<link rel="preload" as="script" href=${source}>`).join('');
        const scripts = sources.map((source) => `<script src=${source}></script>`).join('');
        const styles = `<link rel="preload" as="style" href=${href}${hash}>`;
        const entry = `<template id="entry">${style}${scripts}</template>`;
        return html
          .replace(style, '')
          .replace(iconTag, '')
          .replace(scriptTag, '')
          .replace('<meta charset="utf-8" />', (charset) => `${charset}${preloads}${styles}`)
          .replace('</body>', () => `${entry}</body>`);
      },
    });
  },
};

const ownStyle = /<style>([\s\S]*?)<\/style>\s*/g;
/** One element with all of a page's styles, where the last of them is. The headers contain a hash of each element. */
const withOneStyle = (html: string): string => {
  const styles = [...html.matchAll(ownStyle)].map(([, style = '']) => style);
  let left = styles.length;
  return html.replaceAll(ownStyle, () => {
    left -= 1;
    return left === 0 ? `<style>${styles.join('')}</style>` : '';
  });
};

/**
 * The page itself contains the theme. If it came with the shell's stylesheet, after the first paint, the browser would
 * have to lay out everything once more.
 */
export const themeInPage: RsbuildPlugin = {
  name: 'theme-in-page',
  setup(api) {
    const theme = {
      name: 'theme',
      type: 'css/mini-extract',
      test: /[\\/]theme[\\/](?:tokens|fonts|reset)\.css$/,
      enforce: true,
    };
    api.modifyRsbuildConfig((config, { mergeRsbuildConfig: merge }) =>
      merge(config, {
        output: { inlineStyles: { enable: true, test: /[\\/]theme\.\w+\.css$/ } },
        splitChunks: { preset: 'none', cacheGroups: { default: false, defaultVendors: false, theme } },
      }),
    );
    // After the bundler has inserted the theme.
    api.modifyHTML({ order: 'post', handler: withOneStyle });
  },
};

/**
 * React is a script of its own. Both scripts of the shell load at once, and this one, the shorter one, arrives first: from
 * then on the page requests the files of the route, while the other one is still on its way. A release that changes only
 * the shell's own code leaves it in caches.
 */
export const reactApart: RsbuildPlugin = {
  name: 'react-apart',
  setup(api) {
    api.modifyRsbuildConfig((config, { mergeRsbuildConfig: merge }) => {
      const react = {
        name: 'react',
        chunks: 'initial' as const,
        test: /[\\/]node_modules[\\/]react(?:-dom)?[\\/]/,
        enforce: true,
      };
      return merge(config, {
        splitChunks: { preset: 'none', cacheGroups: { default: false, defaultVendors: false, react } },
      });
    });
  },
};

/**
 * The shell's build: it provides all shared modules and contains no remote. `root` is its folder, with `index.html` and
 * `src/main.tsx`. Its files are requested by absolute paths, since the page is served at any path.
 */
export const shellConfig = (root: string): RsbuildConfig => {
  const release = releaseName(root);
  const all = join(root, 'src/all-shared-modules.js');
  const assetPrefix = contentBase(release.name);
  return mergeRsbuildConfig(baseConfig(release), byContent(release), {
    root,
    plugins: [...(release.mode === 'production' ? [compactPage] : []), themeInPage, reactApart, runAfterPaint],
    source: { entry: { index: [join(root, 'src/main.tsx'), all] } },
    resolve: {
      alias: {
        ...facadesOfShell(root),
        ...(release.mode === 'production' ? productionRouter(root) : {}),
      },
    },
    html: { template: join(root, 'index.html'), inject: 'head', scriptLoading: 'defer' },
    output: { assetPrefix },
    dev: { assetPrefix },
    tools: {
      rspack: {
        // Ids by name would contain the folder of the build, because chunks of shared modules are named by their full
        // path.
        ...(release.mode === 'production' ? { optimization: { chunkIds: 'natural' as const } } : {}),
        module: {
          rules: [
            // Otherwise importers would pass over a facade to the modules behind it, and each of those be apart.
            { test: /src[\\/]vendor[\\/]/, sideEffects: true },
            {
              test: /react-router[\\/]dist[\\/]production[\\/].*\.mjs$/,
              loader: join(import.meta.dirname, 'pure-parts-loader.ts'),
            },
          ],
        },
        plugins: [
          new rspack.BannerPlugin({ banner: startPreloads, raw: true, entryOnly: true, test: /\.js$/ }),
          compileEagerly(['index', 'react']),
          new rspack.experiments.VirtualModulesPlugin({ [all]: provided() }),
          // Asking Module Federation for each of these modules would take a quarter of the time in which the shell's
          // script starts.
          new rspack.sharing.ProvideSharedPlugin({ provides: providedByShell(root), enhanced: true }),
          new ModuleFederationPlugin({
            name: 'shell',
            remotes: {},
            shared: sharedByShell(root),
            shareStrategy: 'loaded-first',
            dts: false,
            manifest: false,
            runtimePlugins: [
              load.resolve('@module-federation/inject-external-runtime-core-plugin').replace('.cjs', '.js'),
            ],
            experiments: { optimization: { target: 'web', disableSnapshot: true } },
          }),
        ],
      },
    },
  });
};
