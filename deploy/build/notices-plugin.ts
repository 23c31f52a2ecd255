import { rspack, type Rspack } from '@rsbuild/core';
import { noticesFile, noticesOf, packageFolder } from '../notices/notices.ts';

const name = 'atrium:notices';

/** Adds the licenses of all packages that a build holds code or fonts of. */
export const noticesPlugin: Rspack.RspackPluginInstance = {
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
