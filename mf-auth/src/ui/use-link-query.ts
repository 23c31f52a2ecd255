import { useEffect, useState } from 'react';
import { useHost } from '../remote.ts';

const keyOf = (name: string) => `link.${name}`;

/**
 * What the link in a mail carries; `link` is undefined where a part is missing. It leaves the address, and with it the
 * history, at once. The tab's storage keeps it over a reload, until it is forgotten or the page is left.
 */
export const useLinkQuery = <Name extends string>(...names: Name[]) => {
  const { navigation, storage } = useHost();
  const [link] = useState((): Readonly<Record<Name, string>> | undefined => {
    const query = new URLSearchParams(navigation.location$.value.search);
    const given = names.some((name) => query.has(name));
    const parts = names.map((name) => [name, given ? query.get(name) : storage.session.get(keyOf(name))] as const);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of all names, none of them empty
    return parts.every(([, part]) => part) ? (Object.fromEntries(parts) as Record<Name, string>) : undefined;
  });
  const carried = names.join(' ');
  const { session } = storage;

  useEffect(() => {
    const all = carried.split(' ');
    for (const [name, part] of Object.entries<string>(link ?? {})) session.set(keyOf(name), part);
    const query = new URLSearchParams(navigation.location$.value.search);
    if (all.some((name) => query.has(name)))
      navigation.setQuery(Object.fromEntries(all.map((name) => [name, undefined])), { replace: true });
    return () => {
      for (const name of all) session.remove(keyOf(name));
    };
  }, [carried, link, navigation, session]);

  return {
    link,
    /** The link is used up: a reload finds it no more. */
    forget: () => {
      for (const name of names) session.remove(keyOf(name));
    },
  };
};
