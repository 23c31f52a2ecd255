import { matchRoutes } from 'react-router-dom';

const firstPart = (path: string): string => path.replace(/^\/+/, '').split('/', 1)[0]?.toLowerCase() ?? '';
/** Whether the first part of a route can match several texts, or that of a path is written in an escaped form. */
const isOpen = (part: string): boolean => /[:*?%]/.test(part);

/**
 * The most specific route that matches a path: a name counts more than a parameter. Only routes that begin like the
 * path are fully compared, because the router parses each one again and a fleet has hundreds.
 */
export const bestMatch = <T extends { readonly path: string }>(
  routes: readonly T[],
  pathname: string,
): T | undefined => {
  const wanted = firstPart(pathname);
  const near = routes.filter(({ path }) => {
    const first = firstPart(path);
    return first === wanted || isOpen(first) || isOpen(wanted);
  });
  return matchRoutes([...near], pathname)?.at(-1)?.route;
};
