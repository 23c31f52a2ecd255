import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { kernelName } from '../build/packages.ts';

const ofKernel = (part: string) => fileURLToPath(import.meta.resolve(`${kernelName}/testing/${part}`));

/**
 * Configuration for the tests of a remote: in a simulated window, with the kernel's rules for timers, the console and
 * missing browser features.
 */
export const remoteTests = (): ViteUserConfig =>
  defineConfig({
    test: {
      environment: 'happy-dom',
      css: { modules: { classNameStrategy: 'non-scoped' } },
      setupFiles: [ofKernel('setup'), ofKernel('patience')],
      // The kernel's components import stylesheets, which Node itself cannot load.
      server: { deps: { inline: [kernelName] } },
      restoreMocks: true,
      testTimeout: 60_000,
    },
  });
