import type { Release } from '@atrium/shared-kernel/contracts/release-set';
import type { Lifecycles } from '@atrium/shared-kernel/remote';
import { getInstance, getRemoteEntry, getRemoteInfo } from '@module-federation/enhanced/runtime';
import { budgets } from './budget.ts';
import type { RemoteLoader } from './loader.ts';
import { retryUntilLoaded } from './retry-until-loaded.ts';

interface ScriptUrlPolicy {
  /** The DOM accepts the trusted object that this returns, although its types say string. */
  createScriptURL(url: string): string;
}
declare global {
  /** Not in the DOM types of TypeScript, nor in every browser. */
  // oxlint-disable-next-line no-var -- a property of the global object can only be declared so
  var trustedTypes:
    | { createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptUrlPolicy }
    | undefined;
}

/**
 * Creates the only function of the page that makes script URLs, where Trusted Types are enforced. It throws for URLs
 * that are not `allowed`. In browsers without Trusted Types it returns the plain URL.
 */
export const createScriptUrls = (allowed: (url: string) => boolean): ((url: string) => string) => {
  const check = (url: string) => {
    if (!allowed(url)) throw new Error(`${url} is not a script of this release set.`);
    return url;
  };
  const { trustedTypes } = globalThis;
  const policy = trustedTypes?.createPolicy('atrium', { createScriptURL: check });
  return policy ? (url) => policy.createScriptURL(url) : check;
};

/** Preloads the files of a module with their integrity, each once in a page. The page names those of its first screen itself. */
export const preload = ({ base, modules }: Release, expose: string): void => {
  const { js = [], css = [] } = modules[expose] ?? {};
  for (const { file, integrity } of [...js, ...css]) {
    const link = document.createElement('link');
    link.href = base + file;
    if (
      [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].some(({ href }) => href === link.href)
    )
      continue;
    Object.assign(link, { rel: 'preload', as: file.endsWith('.js') ? 'script' : 'style', integrity });
    link.crossOrigin = 'anonymous';
    document.head.append(link);
  }
};

type Instance = NonNullable<ReturnType<typeof getInstance>>;

/**
 * A name that contains the version, so that two versions of a remote never share a global, a chunk or a registration.
 */
export const uniqueNameOf = ({ name, version }: Pick<Release, 'name' | 'version'>) =>
  `${name}@${version}`.replaceAll(/[^A-Za-z0-9]/g, '_');

const instanceOfShell = (): Instance => {
  const instance = getInstance();
  if (!instance) throw new Error('module federation is not initialized');
  return instance;
};

/** Modules that the shell shares lazily are retried until they load. */
const retryShared = ({ shareScopeMap }: Instance) => {
  for (const versions of Object.values(shareScopeMap['default'] ?? {}))
    for (const shared of Object.values(versions)) {
      const { get } = shared;
      if (!shared.shareConfig.eager) shared.get = () => retryUntilLoaded(get);
    }
};

/** Loads remotes by Module Federation; the integrity of each entry comes from the release set. */
export const createFederationLoader = (): RemoteLoader => {
  const instance = instanceOfShell();
  retryShared(instance);
  const integrity = new Map<string, string>();
  const scriptUrl = createScriptUrls((url) => integrity.has(new URL(url, document.baseURI).href));

  instance.registerPlugins([
    {
      name: 'entry-integrity',
      createScript({ url }) {
        const script = document.createElement('script');
        const expected = integrity.get(new URL(url, document.baseURI).href);
        if (!expected) throw new Error(`no integrity hash for ${url}`);
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
