import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RemoteContract } from '@atrium/shared-kernel/contracts/define';
import { createRsbuild, mergeRsbuildConfig, type RsbuildConfig } from '@rsbuild/core';
import { buildConfigIn } from '../build/packages.ts';
import { writeStaticParts } from '../build/static-parts.ts';
import { workspace } from '../release/data-folder.ts';
import { releaseOf } from '../release/publish.ts';
import { type SignedRelease, signedReleaseOf } from '../release/release-set.ts';
import type { Store } from '../release/store.ts';

/** What changes in a remote's next release: one sentence, and one added function. */
interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly more: string;
}

const byHour = (name: string, early: string, late: string) =>
  `function ${name}(hour: number): string {
  if (hour < 5) return '${early}, late as it is';
  return hour < 12 ? '${early}, and good morning' : '${late}';
}`;

/** Changes on the first screen of one remote and of another, and one that no screen shows until it is opened. */
export const changes: Readonly<Record<string, Change>> = {
  'mf-chat': {
    file: 'src/screen/greeting.ts',
    from: "'How can I help?'",
    to: 'greetingAt(new Date().getHours())',
    more: byHour('greetingAt', 'How can I help you', 'How can I help you today?'),
  },
  'mf-workspace': {
    file: 'src/left-bar/left-bar.tsx',
    from: 'text="Log in to see them on any device."',
    to: 'text={hintAt(new Date().getHours())}',
    more: byHour('hintAt', 'Log in to see them here', 'Log in to see them wherever you are.'),
  },
  'mf-teams': {
    file: 'src/rename/rename-dialog.tsx',
    from: "const title = 'Rename Team';",
    to: 'const title = titleAt(new Date().getHours());',
    more: byHour('titleAt', 'Rename your team', 'Rename This Team'),
  },
};

/** A build with a change, or the build as it is when there is none. */
export const withChange = (remote: string, change: Change | undefined): RsbuildConfig =>
  change
    ? {
        tools: {
          rspack: {
            module: {
              rules: [
                {
                  test: join(workspace, remote, change.file),
                  // The query asks for the module that exposes a component, whose text is not the file's own.
                  resourceQuery: { not: /lifecycles-of/ },
                  enforce: 'pre',
                  use: { loader: join(import.meta.dirname, 'change-loader.ts'), options: { ...change } },
                },
              ],
            },
          },
        },
      }
    : {};

/** Publishes the next release of a remote, with its change. */
export const publishChanged = async (
  store: Store,
  contract: RemoteContract,
  before: string,
  version: string,
): Promise<SignedRelease> => {
  const { name } = contract;
  const root = join(workspace, name);
  const output = mkdtempSync(join(tmpdir(), 'atrium-changed-'));
  try {
    // The build configuration reads this variable once, when it is loaded.
    process.env['ATRIUM_RELEASE_VERSION'] = version;
    const config = await buildConfigIn(root);
    delete process.env['ATRIUM_RELEASE_VERSION'];
    const rsbuild = await createRsbuild({
      cwd: root,
      rsbuildConfig: mergeRsbuildConfig(config, withChange(name, changes[name]), {
        output: { distPath: { root: output } },
      }),
    });
    await (await rsbuild.build()).close();
    // Without static parts the page would be smaller than that of any real release, and would show less at first.
    await writeStaticParts(root, output);
    const { kernel, contract: recorded } = store.read(name, before);
    const make = (files: Parameters<typeof releaseOf>[4]) => ({
      name,
      version,
      kernel,
      contract: recorded,
      release: releaseOf(contract, output, version, kernel, files),
    });
    return signedReleaseOf(store.publish(output, make));
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
};
