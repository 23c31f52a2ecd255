import { type ComponentType, createElement, lazy } from 'react';
import { tryAgain } from './try-again.ts';

const broken = new Set<() => void>();

/** What the bundler's runtime says of a script or a stylesheet that did not come; it asks anew for it the next time. */
const didNotCome = (error: unknown) => /^\w+: Loading .*chunk/.test(String(error));

/**
 * A component whose code loads when it is first shown. Code that does not come is asked for again, twice, and once more
 * with the next mount of the module that shows it: React's own `lazy` would keep the failure until the page loads again.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> => {
  const begin = () =>
    lazy(async () => {
      try {
        return await tryAgain(load, didNotCome);
      } catch (error) {
        broken.add(renew);
        throw error;
      }
    }) as ComponentType<Props>;
  const renew = () => {
    Part = begin();
  };
  let Part = begin();
  return (props) => createElement(Part, props);
};

/** Lets every part whose code did not come be asked for again. */
export const renewParts = (): void => {
  for (const renew of broken) renew();
  broken.clear();
};
