import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RemoteContract } from '@atrium/shared-kernel/contracts/define';
import { contentBase } from '@atrium/shared-kernel/contracts/release-set';
import { createRsbuild, mergeRsbuildConfig } from '@rsbuild/core';
import { baseConfig } from '../build/base-config.ts';
import { compileEagerly } from '../build/compile-eagerly.ts';
import { byContent } from '../build/content-addresses.ts';
import { exposedModule, exposedModules } from '../build/exposed-modules.ts';
import { releaseName } from '../build/release-name.ts';
import { facades } from '../build/shared-policy.ts';
import { compactPage, productionRouter, runAfterPaint, themeInPage } from '../build/shell-config.ts';
import { writeStaticParts } from '../build/static-parts.ts';
import { workspace } from '../release/data-folder.ts';
import type { Store } from '../release/store.ts';
import { changes, withChange } from './changed-release.ts';

const shell = join(workspace, 'shell');
/** The only facade that is more than a part of its library. */
const queries = '@tanstack/react-query';

/**
 * The main screen is part of the first script; bars, pages and dialogs are loaded when they are shown, as in the
 * product.
 */
const entryText = (contracts: readonly RemoteContract[]): string => {
  const modules = contracts.flatMap((contract) =>
    Object.entries(contract.exposes).map(([expose, value], at) => ({
      key: `${contract.name} ${expose}`,
      file: exposedModule(join(workspace, contract.name), value),
      first: contract.fills.some((fill) => fill.slot.name === 'shell.main' && fill.expose === expose),
      variable: `${contract.name.replaceAll('-', '_')}_${at}`,
    })),
  );
  return `import '@atrium/shared-kernel/theme/tokens.css';
import '@atrium/shared-kernel/theme/fonts.css';
import '@atrium/shared-kernel/theme/reset.css';
import * as z from 'zod/mini';
import { readReleaseSet } from '${shell}/src/remotes/read-release-set.ts';
import { startShell } from '${shell}/src/start-shell.tsx';
${modules.map(({ first, variable, file }) => (first ? `import * as ${variable} from '${file}';` : '')).join('\n')}
z.config({ jitless: true });
const modules = {
${modules.map(({ key, first, variable, file }) => `  '${key}': () => ${first ? `Promise.resolve(${variable})` : `import('${file}')`},`).join('\n')}
};
void startShell({
  root: document.querySelector('#app'),
  set: readReleaseSet(document, (line) => console.error(line)).set,
  loader: { prepare: () => {}, entry: () => Promise.resolve(), expose: (release, expose) => modules[release.name + ' ' + expose]() },
  log: (line) => console.error(line),
});
`;
};

/**
 * Builds shell and remotes as one bundle from the same sources, and publishes it as a version of the shell. `changed`
 * names a remote that is built with its change.
 */
export const publishMonolith = async (
  store: Store,
  contracts: readonly RemoteContract[],
  changed = 'none',
): Promise<string> => {
  const version = `0.0.0-monolith.${changed}`;
  const folder = join(workspace, 'shell/dist/monolith');
  mkdirSync(folder, { recursive: true });
  const entry = join(folder, 'main.ts');
  writeFileSync(entry, entryText(contracts));
  const assetPrefix = contentBase('shell');
  const name = { ...releaseName(shell), version, unique: 'monolith', mode: 'production' as const };
  const output = join(folder, 'built');
  try {
    const rsbuild = await createRsbuild({
      cwd: shell,
      rsbuildConfig: mergeRsbuildConfig(
        baseConfig(name),
        byContent(name),
        exposedModules,
        withChange(changed, changes[changed]),
        {
          root: shell,
          plugins: [compactPage, themeInPage, runAfterPaint],
          source: { entry: { index: entry } },
          resolve: {
            alias: { ...productionRouter(shell), [`${queries}$`]: join(shell, `src/vendor/${facades[queries]}.ts`) },
          },
          html: { template: join(shell, 'index.html'), inject: 'head', scriptLoading: 'defer' },
          output: { assetPrefix, distPath: { root: output } },
          tools: { rspack: { plugins: [compileEagerly(['index'])] } },
        },
      ),
    });
    const result = await rsbuild.build();
    await result.close();
    await writeStaticParts(shell, output);
    const { kernel, contract } = store.read('shell', store.versions('shell')[0] ?? '');
    store.publish(output, () => ({ name: 'shell', version, kernel, contract }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return version;
};
