import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { join, relative } from 'node:path';
import { mergeRsbuildConfig, type RsbuildConfig } from '@rsbuild/core';
import type { RemoteContract } from '@atrium/shared-kernel/contracts/define';
import { baseConfig, unusedByRemotes } from './base-config.ts';
import { compileEagerly } from './compile-eagerly.ts';
import { byContent } from './content-addresses.ts';
import { warnOfDeprecations } from './deprecations.ts';
import { exposedModule, exposedModules } from './exposed-modules.ts';
import { buildFile } from './packages.ts';
import { releaseName } from './release-name.ts';
import { consumedByRemote } from './shared-policy.ts';

/** A separate file for some modules of an exposed module, which keeps its URL when only the other modules change. */
export interface Apart {
  readonly name: string;
  /** The exposed module, such as `./chat-screen`. */
  readonly expose: string;
  /** Matches the modules that go into the file, by their path relative to the remote's folder. */
  readonly holds: RegExp;
}

const chunkOf = (expose: string) => `__federation_expose_${expose.replace('./', '').replaceAll('-', '_')}`;

/** Both files load at once, and each keeps its URL while its own modules stay the same. */
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

/** A remote's build: it exposes what its contract exposes, and consumes every shared module from the shell. */
export const remoteConfig = (contract: RemoteContract, root: string, apart: readonly Apart[] = []): RsbuildConfig => {
  const release = releaseName(root);
  if (release.name !== contract.name)
    throw new Error(`The contract belongs to ${contract.name}, but the package is ${release.name}.`);
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
          compileEagerly(['remoteEntry', '__federation_expose_\\w+', ...apart.map(({ name }) => name)]),
          new ModuleFederationPlugin({
            name: release.unique,
            // A chunk is requested relative to this file, whose URL differs between versions.
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
