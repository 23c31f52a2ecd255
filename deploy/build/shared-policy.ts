import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isPackaged, kernelFolder, kernelName, packageIn } from './packages.ts';

/** How the shell shares one module. */
export interface ProvidedModule {
  readonly singleton: true;
  readonly eager: boolean;
  readonly requiredVersion: false;
  readonly version: string;
}

/** How a remote takes one module. `import: false`: it never includes its own copy. */
export interface ConsumedModule {
  readonly singleton: true;
  readonly eager: boolean;
  readonly requiredVersion: false;
  readonly import: false;
  /** Its name between shell and remotes, if the remote's sources use another one. */
  readonly shareKey?: string;
}

const kernel = '@atrium/shared-kernel/';
const ui = `${kernel}ui/`;
const kernelParts = ['bus', 'client', 'session', 'remote'];
const plain = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];
/** Sharing whole libraries would prevent tree shaking (rxjs 18 kB, zod 62 kB), so the shell shares a curated facade. */
export const facades: Readonly<Record<string, string>> = {
  rxjs: 'rxjs',
  'zod/mini': 'zod-mini',
  '@tanstack/react-query': 'react-query',
};

/** Kernel components that the first screen shows. The shell loads the others when a remote first needs them. */
const firstScreenParts = [
  'avatar',
  'brand',
  'button',
  'empty-state',
  'failure-state',
  'menu',
  'progress',
  'skeleton',
  'switch',
  'toast',
  'tooltip',
];

/** The kernel's components all come from the shell, since a copy in each remote would cost more. */
const uiParts = (): string[] =>
  (isPackaged ? exportedParts() : readdirSync(join(kernelFolder, 'ui')))
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx') && !file.startsWith('gallery'))
    .map((file) => file.replace(/\.tsx$/, ''))
    .toSorted();

/** Files of the components as the sources have them: the package lists each of them. */
const exportedParts = (): string[] => {
  const { exports }: { readonly exports: Readonly<Record<string, unknown>> } = JSON.parse(
    readFileSync(join(kernelFolder, 'package.json'), 'utf8'),
  );
  return Object.keys(exports).flatMap((part) =>
    part.startsWith('./ui/') ? [`${part.slice('./ui/'.length)}.tsx`] : [],
  );
};

/** Shared modules that the product itself makes: the kernel's modules and the facades. */
export const sharedParts = (): string[] => [
  ...Object.keys(facades),
  ...kernelParts.map((part) => `${kernel}${part}`),
  ...uiParts().map((name) => `${ui}${name}`),
];

/** All shared modules by their request. */
export const sharedModules = (): string[] => [...plain, ...sharedParts()];

/** Libraries that are not needed before someone can type and send. */
const deferredModules: readonly string[] = ['@tanstack/react-query'];

/** Whether the shell loads a shared module as part of its first load. */
export const inFirstLoad = (request: string): boolean =>
  request.startsWith(ui) ? firstScreenParts.includes(request.slice(ui.length)) : !deferredModules.includes(request);

const versionOf = (request: string, root: string): string => {
  const name = request.split('/', request.startsWith('@') ? 2 : 1).join('/');
  const load = createRequire(join(root, 'package.json'));
  return packageIn(dirname(load.resolve(`${name}/package.json`))).version;
};

/** A module of the shell for remotes. `root` is the shell's folder. */
const provided = (shareKey: string, root: string): ProvidedModule => ({
  singleton: true,
  eager: inFirstLoad(shareKey),
  requiredVersion: false,
  version: versionOf(shareKey, root),
});

/** What the shell provides and its own code imports like anything else, by request. `root` is its folder. */
export const providedByShell = (root: string): Record<string, ProvidedModule & { readonly shareKey: string }> =>
  Object.fromEntries(sharedParts().map((shareKey) => [shareKey, { shareKey, ...provided(shareKey, root) }]));

/**
 * What the shell provides and takes from the share scope itself: React, which an override replaces by a development build
 * for the shell and all remotes. `root` is the shell's folder.
 */
export const sharedByShell = (root: string): Record<string, ProvidedModule> =>
  Object.fromEntries(plain.map((request) => [request, provided(request, root)]));

/** The facades, which the shell's own code uses in place of the libraries. `root` is the shell's folder. */
export const facadesOfShell = (root: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(facades).map(([library, facade]) => [`${library}$`, join(root, `src/vendor/${facade}.ts`)]),
  );

/**
 * What a remote consumes from the shell: the same list, without copies of its own. Whether the shell's kernel fits the
 * remote is checked before a release is pinned, so browsers compare nothing.
 */
export const consumedByRemote = (): Record<string, ConsumedModule> =>
  Object.fromEntries(
    sharedModules().map((shareKey) => {
      const request = shareKey.replace(kernel, `${kernelName}/`);
      return [
        request,
        {
          singleton: true,
          eager: false,
          requiredVersion: false,
          import: false,
          ...(request === shareKey ? {} : { shareKey }),
        },
      ];
    }),
  );
