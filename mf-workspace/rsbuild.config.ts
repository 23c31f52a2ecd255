import { remoteConfig } from '@atrium/deploy/build/remote-config';
import { mergeRsbuildConfig } from '@rsbuild/core';
import contract from './contract.ts';

const isBar = ({ name }: { name?: string | undefined }) => /__federation_expose_(left|memory)_bar$/.test(name ?? '');
const shared = { minChunks: 2, minSize: 0, priority: 1 } as const;

/** What both bars need is loaded once, and what several dialogs need: a first look waits for nothing of a dialog. */
export default mergeRsbuildConfig(remoteConfig(contract, import.meta.dirname), {
  splitChunks: {
    preset: 'none',
    cacheGroups: {
      bars: { ...shared, name: 'bars', chunks: isBar },
      dialogs: { ...shared, name: 'dialogs', chunks: (chunk) => !isBar(chunk) && !chunk.canBeInitial?.() },
    },
  },
});
