import type { Release } from '@atrium/shared-kernel/contracts/release-set';

/** Files of a module with their integrity, each asked for once in a page: the edge has named those of the first screen. */
export const preload = ({ base, modules }: Release, expose: string): void => {
  const { js = [], css = [] } = modules[expose] ?? {};
  for (const { file, integrity } of [...js, ...css]) {
    const link = document.createElement('link');
    link.href = base + file;
    if (
      [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].some(({ href }) => href === link.href)
    )
      continue;
    Object.assign(link, { rel: 'preload', as: file.endsWith('.js') ? 'script' : 'style', integrity });
    link.crossOrigin = 'anonymous';
    document.head.append(link);
  }
};
