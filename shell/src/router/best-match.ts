import { matchRoutes } from 'react-router-dom';

const firstPart = (path: string): string => path.replace(/^\/+/, '').split('/', 1)[0]?.toLowerCase() ?? '';
/** Whether a route's first part can stand for several, or a path's is written in another way. */
const isOpen = (part: string): boolean => /[:*?%]/.test(part);

/**
 * Of the routes that fit a path the one that says most about it: a name counts more than a parameter. Only those that
 * begin like the path are compared in whole, since the router reads each anew and a fleet has hundreds.
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
