import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isPackaged, kernelFolder, kernelName, packageIn } from './packages.ts';

/** How one module is shared. `import: false`: a remote never includes its own copy. */
export interface SharedModule {
  readonly singleton: true;
  readonly eager: boolean;
  readonly requiredVersion: false;
  readonly version?: string;
  readonly import?: string | false;
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

/** What the shell provides. `root` is its folder. */
export const providedByShell = (root: string): Record<string, SharedModule> =>
  Object.fromEntries(
    sharedModules().map((request) => {
      const facade = facades[request];
      return [
        request,
        {
          singleton: true,
          eager: inFirstLoad(request),
          requiredVersion: false,
          version: versionOf(request, root),
          // Relative to the shell's folder, since this text becomes part of the build.
          ...(facade ? { import: `./src/vendor/${facade}.ts` } : {}),
        },
      ];
    }),
  );

/**
 * What a remote consumes from the shell: the same list, without copies of its own. Whether the shell's kernel fits the
 * remote is checked before a release is pinned, so browsers compare nothing.
 */
export const consumedByRemote = (): Record<string, SharedModule> =>
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
