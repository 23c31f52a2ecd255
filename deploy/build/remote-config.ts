import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { join } from 'node:path';
import { mergeRsbuildConfig, type RsbuildConfig } from '@rsbuild/core';
import type { RemoteContract } from '@atrium/shared-kernel/contracts/define';
import { baseConfig } from './base-config.ts';
import { byContent } from './content-addresses.ts';
import { warnOfDeprecations } from './deprecations.ts';
import { exposedModule, exposedModules } from './exposed-modules.ts';
import { buildFile } from './packages.ts';
import { releaseName } from './release-name.ts';
import { consumedByRemote } from './shared-policy.ts';

/** A remote's build: exposes what its contract exposes and takes every shared module from the shell. */
export const remoteConfig = (contract: RemoteContract, root: string): RsbuildConfig => {
  const release = releaseName(root);
  if (release.name !== contract.name)
    throw new Error(`The contract is of ${contract.name}, the package is ${release.name}.`);
  return mergeRsbuildConfig(baseConfig(release), byContent(release), exposedModules, {
    root,
    plugins: [warnOfDeprecations(root)],
    source: { entry: {} },
    output: { assetPrefix: 'auto' },
    dev: { assetPrefix: 'auto' },
    tools: {
      htmlPlugin: false,
      rspack: {
        module: {
          rules: [
            {
              resource: join(root, 'contract.ts'),
              enforce: 'post',
              loader: buildFile('contract-loader'),
            },
          ],
        },
        plugins: [
          new ModuleFederationPlugin({
            name: release.unique,
            // A chunk is asked for relative to here: its address as the element has it differs for each version.
            filename: `${release.version}/remoteEntry.[contenthash:8].js`,
            exposes: Object.fromEntries(
              Object.entries(contract.exposes).map(([name, value]) => [name, exposedModule(root, value)]),
            ),
            shared: consumedByRemote(),
            shareStrategy: 'loaded-first',
            dts: false,
            manifest: true,
            experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
          }),
        ],
      },
    },
  });
};
