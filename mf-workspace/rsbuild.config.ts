import { remoteConfig } from '@atrium/deploy/build/remote-config';
import { mergeRsbuildConfig } from '@rsbuild/core';
import contract from './contract.ts';

/** The two bars are loaded together, and the dialogs after them: what more than one of them needs is loaded once. */
const common = { name: 'common', chunks: 'async', minChunks: 2, minSize: 0, priority: 1 } as const;

export default mergeRsbuildConfig(remoteConfig(contract, import.meta.dirname), {
  splitChunks: { preset: 'none', cacheGroups: { common } },
});
