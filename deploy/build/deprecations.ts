import type { RsbuildPlugin } from '@rsbuild/core';
import { importsIn, sourcesIn } from './kernel-imports.ts';
import { kernelParts } from './kernel-parts.ts';
import { kernelName } from './packages.ts';

/** Build output lines that start with this are shown to whoever started the build, even if it succeeds. */
export const deprecationMark = 'deprecated: ';

/** Deprecated parts of the kernel that a package uses, a sentence each. `root` is the package's folder. */
export const deprecatedUses = (root: string): string[] => {
  const { deprecated } = kernelParts();
  const used = sourcesIn(root)
    .flatMap(importsIn)
    .flatMap(([from, names]) => {
      const module = from.startsWith(`${kernelName}/`) ? from.slice(kernelName.length + 1) : undefined;
      return module === undefined ? [] : names.map((name) => ({ module, name }));
    });
  const lines = used.flatMap(({ module, name }) => {
    const known = deprecated[`${module}.${name}`];
    return known ? [`${name} of ${kernelName}/${module} will be removed after ${known.until}: ${known.instead}`] : [];
  });
  return [...new Set(lines)].toSorted();
};

/** Warns at the first build of a process which parts of the kernel will be removed. */
export const warnOfDeprecations = (root: string): RsbuildPlugin => ({
  name: 'atrium:deprecations',
  setup(api) {
    api.onAfterBuild(({ isFirstCompile }) => {
      if (isFirstCompile) for (const line of deprecatedUses(root)) console.warn(deprecationMark + line);
    });
  },
});
