import { type ComponentType, createElement, lazy } from 'react';
import { tryAgain } from './try-again.ts';

const broken = new Set<() => void>();

/** The bundler's errors for a script or stylesheet that did not load; it requests it again the next time. */
const didNotCome = (error: unknown) => /^\w+: Loading .*chunk/.test(String(error));

/**
 * A component whose code loads when it is first shown. A failed load is retried twice, and once more with the next mount of
 * the module that shows it, whereas React's own `lazy` would cache the failure until the page is reloaded.
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

/** Lets every part whose code did not load be loaded again. */
export const renewParts = (): void => {
  for (const renew of broken) renew();
  broken.clear();
};
