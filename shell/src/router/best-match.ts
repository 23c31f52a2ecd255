import { matchRoutes } from 'react-router-dom';

/** Of the routes that fit a path the one that says most about it: a name counts more than a parameter. */
export const bestMatch = <T extends { readonly path: string }>(routes: readonly T[], pathname: string): T | undefined =>
  matchRoutes([...routes], pathname)?.at(-1)?.route;
