import { cookies as cookieNames } from '@atrium/shared-kernel/contracts/constants';
import type { KeyValue, Storage } from '@atrium/shared-kernel/remote';

const hour = 60 * 60;

/** If the storage is full, denied or absent, the value is lost and the page continues. */
const webStorage = (area: () => globalThis.Storage, prefix: string): KeyValue => {
  const attempt = <T>(work: (storage: globalThis.Storage) => T): T | undefined => {
    try {
      return work(area());
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => attempt((storage) => storage.getItem(prefix + key)) ?? undefined,
    set: (key, value) => attempt((storage) => storage.setItem(prefix + key, value)),
    remove: (key) => attempt((storage) => storage.removeItem(prefix + key)),
  };
};

const yearly: readonly string[] = [cookieNames.attribution, cookieNames.uuid];

/** Another page of the site may have written a value that is not encoded. */
const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

const cookieStorage = (document: Document): KeyValue => {
  const write = (key: string, value: string, maxAge: number) => {
    const secure = document.location.protocol === 'https:' ? '; Secure' : '';
    // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API answers too late for the first call
    document.cookie = `${encodeURIComponent(key)}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`;
  };
  return {
    get(key) {
      const start = `${encodeURIComponent(key)}=`;
      const found = document.cookie.split('; ').find((pair) => pair.startsWith(start));
      return found === undefined ? undefined : decoded(found.slice(start.length));
    },
    set: (key, value) => write(key, value, yearly.includes(key) ? cookieNames.maxAge : hour),
    remove: (key) => write(key, '', 0),
  };
};

export const storagePrefix = 'atrium.';

/** The browser's storage behind one facade that never throws; intents in cookies live for an hour. */
export const createStorage = (): Storage => ({
  local: webStorage(() => globalThis.localStorage, storagePrefix),
  session: webStorage(() => globalThis.sessionStorage, storagePrefix),
  cookies: cookieStorage(document),
});
