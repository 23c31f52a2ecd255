import { extname, join } from 'node:path';
import { createRsbuild, mergeRsbuildConfig, type RsbuildConfig, type RsbuildPlugin, rspack } from '@rsbuild/core';
import { PLUGIN_REACT_NAME, pluginReact } from '@rsbuild/plugin-react';
import { workspace } from '../../release/data-folder.ts';
import { buildConfigIn } from '../../build/packages.ts';

/**
 * Builds a remote from its sources after each change, for hot replacement, and once the script that runs before the
 * shell: `node compile.ts <folder> <output folder>`. It is a separate process because version and mode come from the
 * environment. Sends the hash of each build to its parent, and ends with it.
 */
const [root = '.', output = ''] = process.argv.slice(2);
const page = join(workspace, 'shell/src/override');
const ending = extname(import.meta.filename);

const send = (message: object) => process.send?.(message);
process.on('disconnect', () => process.exit(0));

const reportBuilds: RsbuildPlugin = {
  name: 'atrium:report-builds',
  setup(api) {
    api.onAfterBuild(({ stats }) => {
      if (!stats?.hasErrors()) send({ built: stats?.toJson({ all: false, hash: true }).hash ?? '' });
    });
  },
};

const isReact = (plugin: unknown) =>
  typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === PLUGIN_REACT_NAME;

const remoteConfig = (config: RsbuildConfig): RsbuildConfig =>
  mergeRsbuildConfig(
    { ...config, plugins: (config.plugins ?? []).filter((plugin) => !isReact(plugin)) },
    {
      dev: { hmr: true },
      // The bundler serves nothing. The setting only prevents a warning of the federation plugin.
      server: { cors: { origin: 'http://localhost' } },
      output: {
        distPath: { root: join(output, 'files') },
        cleanDistPath: false,
        sourceMap: { js: 'cheap-module-source-map' },
      },
      security: { sri: { enable: false } },
      plugins: [pluginReact(), reportBuilds],
      tools: {
        rspack: { plugins: [new rspack.EntryPlugin(root, join(page, `hot-client${ending}`), {})] },
      },
    },
  );

const pageConfig: RsbuildConfig = {
  root: join(workspace, 'shell'),
  mode: 'development',
  dev: { hmr: false, liveReload: false },
  source: { entry: { page: join(page, `page${ending}`) } },
  output: {
    target: 'web',
    distPath: { root: join(output, 'page'), js: '', css: '' },
    cleanDistPath: false,
    filenameHash: false,
    sourceMap: false,
    legalComments: 'none',
  },
  splitChunks: false,
  tools: { htmlPlugin: false },
  performance: { printFileSize: false, buildCache: false },
  logLevel: 'warn',
};

const config = await buildConfigIn(root);
const before = await createRsbuild({ cwd: join(workspace, 'shell'), rsbuildConfig: pageConfig });
await (await before.build()).close();
const sources = await createRsbuild({ cwd: root, rsbuildConfig: remoteConfig(config) });
await sources.build({ watch: true });
