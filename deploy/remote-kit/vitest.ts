import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { kernelName } from '../build/packages.ts';

const ofKernel = (part: string) => fileURLToPath(import.meta.resolve(`${kernelName}/testing/${part}`));

/** How the tests of a remote run: in a window, with the kernel's rules for timers, consoles and what a browser lacks. */
export const remoteTests = (): ViteUserConfig =>
  defineConfig({
    test: {
      environment: 'happy-dom',
      css: { modules: { classNameStrategy: 'non-scoped' } },
      setupFiles: [ofKernel('setup'), ofKernel('patience')],
      // The kernel's parts import stylesheets, which Node itself cannot read.
      server: { deps: { inline: [kernelName] } },
      restoreMocks: true,
      testTimeout: 60_000,
    },
  });
