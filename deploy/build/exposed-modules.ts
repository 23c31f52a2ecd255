import { join, posix } from 'node:path';
import { exposedIn } from '@atrium/shared-kernel/contracts/exposed';
import type { RsbuildConfig } from '@rsbuild/core';
import { buildFile } from './packages.ts';

const mark = 'lifecycles-of';

/** The module for a value of a contract's `exposes`, as a request to the bundler. `root` is the remote's folder. */
export const exposedModule = (root: string, value: string): string => {
  const { file, component } = exposedIn(value);
  if (component === undefined) return join(root, file);
  const kit = posix.relative(posix.dirname(file), 'src/remote.ts');
  return `${join(root, file)}?${new URLSearchParams({ [mark]: component, kit })}`;
};

/**
 * Creates the single-spa lifecycles of each exposed component: the component's file with a query becomes a module that
 * exports them.
 */
export const exposedModules: RsbuildConfig = {
  tools: {
    rspack: {
      module: {
        rules: [
          {
            resourceQuery: new RegExp(mark),
            enforce: 'pre',
            loader: buildFile('lifecycles-loader'),
          },
        ],
      },
    },
  },
};
