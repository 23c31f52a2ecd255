import { contentBase, type Release, type ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import { uniqueNameOf } from '../remotes/federation-loader.ts';
import * as z from 'zod/mini';

/** What the Chrome extension of Module Federation reads from a page, in the form that the runtime writes. */
export interface Federation {
  readonly __GLOBAL_PLUGIN__?: readonly unknown[];
  readonly __SHARE__?: unknown;
  moduleInfo?: Record<string, unknown>;
}

type Given = Pick<ReleaseSet, 'shell' | 'remotes'>;

/** The part of `mf-manifest.json` that the release set does not contain. */
const manifest = () => z.object({ shared: z.array(z.record(z.string(), z.unknown())) });

/** The manifest that the build of a release wrote, among the files of its version. */
const manifestUrl = ({ name, version, base }: Release): string =>
  new URL(`${base === contentBase(name) ? `/assets/${name}/${version}/` : base}mf-manifest.json`, document.baseURI)
    .href;

const sharedOf = async (url: string): Promise<readonly object[]> => {
  try {
    const found = schemaFor(manifest).parse(await (await fetch(url)).json());
    return found.shared.map(({ name, ...more }) => ({ ...more, sharedName: name }));
  } catch {
    // A release without its manifest is shown without what it shares.
    return [];
  }
};

const files = (all: readonly { readonly file: string }[]) => ({ sync: all.map(({ file }) => file), async: [] });

const snapshotOf = async (release: Release, url: string) => ({
  version: release.version,
  buildVersion: release.version,
  globalName: uniqueNameOf(release),
  remoteEntry: release.entry.file,
  remoteEntryType: 'global',
  publicPath: new URL(release.base, document.baseURI).href,
  remotesInfo: {},
  shared: await sharedOf(url),
  modules: Object.entries(release.modules).map(([path, { js, css }]) => ({
    moduleName: path.replace('./', ''),
    modulePath: path,
    assets: { js: files(js), css: files(css) },
  })),
});

/**
 * Writes the composition of this page to `__FEDERATION__.moduleInfo`, where the extension reads it without fetching
 * anything. The runtime leaves that empty, because remotes are loaded by entry and hash instead of by manifest. Nothing
 * here loads a remote.
 */
export const showToDevtools = async ({ shell, remotes }: Given, federation: Federation, page: Window) => {
  const known = remotes.map((release) => ({ release, url: manifestUrl(release) }));
  const snapshots = await Promise.all(
    known.map(async ({ release, url }) => [`${release.name}:${url}`, await snapshotOf(release, url)] as const),
  );
  federation.moduleInfo = {
    ...federation.moduleInfo,
    shell: {
      version: shell.version,
      remoteEntry: '',
      publicPath: new URL(shell.base, document.baseURI).href,
      remotesInfo: Object.fromEntries(known.map(({ release, url }) => [release.name, { matchedVersion: url }])),
      shared: [],
    },
    ...Object.fromEntries(snapshots),
  };
  // An open panel gets a message. One that opens later reads the page.
  page.postMessage({ moduleInfo: federation.moduleInfo }, page.location.origin);
};
