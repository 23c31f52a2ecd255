import type { KeyValue } from '@atrium/shared-kernel/remote';

type Interval = 'month' | 'year';
const name = 'interval';

/** What the person chose: in the address, else before they signed up. A month unless told. */
export const intervalOf = (search: string, cookies: KeyValue): Interval =>
  (new URLSearchParams(search).get(name) ?? cookies.get(name)) === 'year' ? 'year' : 'month';

/** Keeps the choice over the sign-up, which leads back without it; undefined: it is used up. */
export const rememberInterval = (cookies: KeyValue, interval: Interval | undefined): void => {
  if (interval === 'year') cookies.set(name, interval);
  else cookies.remove(name);
};
