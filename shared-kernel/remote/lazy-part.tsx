import { type ComponentType, createElement, lazy } from 'react';
import { tryAgain } from './try-again.ts';

const broken = new Set<() => void>();

/**
 * Whether a script or stylesheet did not load, according to the bundler's error. It is requested again the next time.
 */
const failedToLoad = (error: unknown) => /^\w+: Loading .*chunk/.test(String(error));

/**
 * A component whose code loads when it is first shown. A failed load is retried twice, and once more with the next mount of
 * the module that shows it, whereas React's own `lazy` would cache the failure until the page is reloaded.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> => {
  const createPart = () =>
    lazy(async () => {
      try {
        return await tryAgain(load, failedToLoad);
      } catch (error) {
        broken.add(renew);
        throw error;
      }
    }) as ComponentType<Props>;
  const renew = () => {
    Part = createPart();
  };
  let Part = createPart();
  return (props) => createElement(Part, props);
};

/** Allows every part whose code did not load to be loaded again. */
export const renewParts = (): void => {
  for (const renew of broken) renew();
  broken.clear();
};
