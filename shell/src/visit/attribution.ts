import { cookies as cookieNames } from '@atrium/shared-kernel/contracts/constants';
import type { Host, KeyValue } from '@atrium/shared-kernel/remote';

interface Ports {
  readonly url: URL;
  readonly cookies: KeyValue;
  /** Replaces the address by one without the two parameters. */
  readonly replace: (address: string) => void;
  readonly newUuid: () => string;
}

/** What the service accepts as a uuid: a longer text, or one with NUL, would fail each message of this browser. */
const isValid = (text?: string | null): text is string => /^[^\0]{1,64}$/.test(text ?? '');

/**
 * Moves `aT` and `uuid` from the address into cookies of one year (A1.14, A9.02). A visit without a valid uuid gets one,
 * which also replaces an invalid one in the cookie.
 */
export const storeAttribution = ({ url, cookies, replace, newUuid }: Ports): Host['attribution'] => {
  const { searchParams } = url;
  const givenAT = searchParams.get('aT');
  const givenUuid = searchParams.get('uuid');
  if ((givenAT ?? givenUuid) !== null) {
    searchParams.delete('aT');
    searchParams.delete('uuid');
    replace(url.href);
  }
  const aT = givenAT || cookies.get(cookieNames.attribution);
  const uuid = [givenUuid, cookies.get(cookieNames.uuid)].find(isValid) ?? newUuid();
  if (aT) cookies.set(cookieNames.attribution, aT);
  cookies.set(cookieNames.uuid, uuid);
  return aT ? { aT, uuid } : { uuid };
};
