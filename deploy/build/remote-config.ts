import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { join, relative } from 'node:path';
import { mergeRsbuildConfig, type RsbuildConfig } from '@rsbuild/core';
import type { RemoteContract } from '@atrium/shared-kernel/contracts/define';
import { baseConfig, unusedByRemotes } from './base-config.ts';
import { byContent } from './content-addresses.ts';
import { warnOfDeprecations } from './deprecations.ts';
import { exposedModule, exposedModules } from './exposed-modules.ts';
import { buildFile } from './packages.ts';
import { releaseName } from './release-name.ts';
import { consumedByRemote } from './shared-policy.ts';

/** A file of its own for a part of what an exposed module loads, which a release of the rest leaves as it was. */
export interface Apart {
  readonly name: string;
  /** The exposed module, as `./chat-screen`. */
  readonly expose: string;
  /** Whether it holds a module, by its path below the remote's folder. */
  readonly holds: RegExp;
}

const chunkOf = (expose: string) => `__federation_expose_${expose.replace('./', '').replaceAll('-', '_')}`;

/** Both files come at once, and each keeps its address while its own modules stay the same. */
const splitBy = (root: string, parts: readonly Apart[]) => ({
  cacheGroups: {
    default: false as const,
    defaultVendors: false as const,
    ...Object.fromEntries(
      parts.map(({ name, expose, holds }) => [
        name,
        {
          name,
          enforce: true,
          type: /^javascript/,
          chunks: (chunk: { readonly name?: string | undefined }) => chunk.name === chunkOf(expose),
          test: (module: { nameForCondition(): string | undefined }) =>
            holds.test(relative(root, module.nameForCondition() ?? root)),
        },
      ]),
    ),
  },
});

/** A remote's build: exposes what its contract exposes and takes every shared module from the shell. */
export const remoteConfig = (contract: RemoteContract, root: string, apart: readonly Apart[] = []): RsbuildConfig => {
  const release = releaseName(root);
  if (release.name !== contract.name)
    throw new Error(`The contract is of ${contract.name}, the package is ${release.name}.`);
  return mergeRsbuildConfig(baseConfig(release), byContent(release), exposedModules, {
    root,
    plugins: [warnOfDeprecations(root)],
    source: { entry: {} },
    resolve: { alias: unusedByRemotes() },
    output: { assetPrefix: 'auto' },
    dev: { assetPrefix: 'auto' },
    tools: {
      htmlPlugin: false,
      rspack: {
        ...(apart.length > 0 ? { optimization: { splitChunks: splitBy(root, apart) } } : {}),
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
