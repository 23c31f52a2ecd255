import type { Release } from '@atrium/shared-kernel/contracts/release-set';
import type { Lifecycles } from '@atrium/shared-kernel/remote';
import { getInstance, getRemoteEntry, getRemoteInfo } from '@module-federation/enhanced/runtime';
import { budgets } from './budget.ts';
import type { RemoteLoader } from './loader.ts';
import { preload } from './preload.ts';
import { createScriptUrls } from './script-url.ts';
import { retryUntilLoaded } from './retry-until-loaded.ts';

type Instance = NonNullable<ReturnType<typeof getInstance>>;

/** A name that holds the version: two versions of one remote never share a global, a chunk or a registration. */
export const uniqueNameOf = ({ name, version }: Pick<Release, 'name' | 'version'>) =>
  `${name}@${version}`.replaceAll(/[^A-Za-z0-9]/g, '_');

const instanceOfShell = (): Instance => {
  const instance = getInstance();
  if (!instance) throw new Error('no module federation');
  return instance;
};

/** Parts that the shell shares and loads when a remote first takes them. */
const persist = ({ shareScopeMap }: Instance) => {
  for (const versions of Object.values(shareScopeMap['default'] ?? {}))
    for (const shared of Object.values(versions)) {
      const { get } = shared;
      if (!shared.shareConfig.eager) shared.get = () => retryUntilLoaded(get);
    }
};

/** Loads remotes by Module Federation; the integrity of each entry comes from the release set. */
export const createFederationLoader = (): RemoteLoader => {
  const instance = instanceOfShell();
  persist(instance);
  const integrity = new Map<string, string>();
  const scriptUrl = createScriptUrls((url) => integrity.has(new URL(url, document.baseURI).href));

  instance.registerPlugins([
    {
      name: 'entry-integrity',
      createScript({ url }) {
        const script = document.createElement('script');
        const expected = integrity.get(new URL(url, document.baseURI).href);
        if (!expected) throw new Error(`no integrity of ${url}`);
        script.src = scriptUrl(url);
        script.async = true;
        script.integrity = expected;
        script.crossOrigin = 'anonymous';
        return { script, timeout: budgets.phase };
      },
    },
  ]);

  const remoteOf = (release: Release) => {
    const entry = new URL(release.base + release.entry.file, document.baseURI).href;
    integrity.set(entry, release.entry.integrity);
    return { name: uniqueNameOf(release), entry, type: 'global' as const };
  };

  return {
    prepare: preload,
    async entry(release) {
      const remote = remoteOf(release);
      instance.registerRemotes([remote]);
      await getRemoteEntry({ origin: instance, remoteInfo: getRemoteInfo(remote) });
    },
    async expose(release, expose) {
      const id = `${uniqueNameOf(release)}/${expose.replace('./', '')}`;
      const module = await instance.loadRemote<Partial<Lifecycles>>(id);
      if (!module) throw new Error(`${id} is empty`);
      return module;
    },
  };
};
