import { useEffect, useState } from 'react';
import { useHost } from '../remote.ts';

const keyOf = (name: string) => `link.${name}`;

/**
 * Reads the parameters of an email's link. `link` is undefined if one is missing. They are removed from the URL, and
 * with it from the history, at once. Session storage keeps them across reloads, until they are forgotten or the page is
 * left.
 */
export const useLinkQuery = <Name extends string>(...names: Name[]) => {
  const { navigation, storage } = useHost();
  const [link] = useState((): Readonly<Record<Name, string>> | undefined => {
    const query = new URLSearchParams(navigation.location$.value.search);
    const inQuery = names.some((name) => query.has(name));
    const parts = names.map((name) => [name, inQuery ? query.get(name) : storage.session.get(keyOf(name))] as const);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of all names, none of them empty
    return parts.every(([, part]) => part) ? (Object.fromEntries(parts) as Record<Name, string>) : undefined;
  });
  const joinedNames = names.join(' ');
  const { session } = storage;

  useEffect(() => {
    const all = joinedNames.split(' ');
    for (const [name, part] of Object.entries<string>(link ?? {})) session.set(keyOf(name), part);
    const query = new URLSearchParams(navigation.location$.value.search);
    if (all.some((name) => query.has(name)))
      navigation.setQuery(Object.fromEntries(all.map((name) => [name, undefined])), { replace: true });
    return () => {
      for (const name of all) session.remove(keyOf(name));
    };
  }, [joinedNames, link, navigation, session]);

  return {
    link,
    /** Call this once the link has been used, so that a reload no longer finds it. */
    forget: () => {
      for (const name of names) session.remove(keyOf(name));
    },
  };
};
