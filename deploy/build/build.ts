import { resolve } from 'node:path';
import { createRsbuild } from '@rsbuild/core';
import { buildConfigIn } from './packages.ts';
import { StaticPartError, writeStaticParts } from './static-parts.ts';

/**
 * Builds the package in a folder by its `rsbuild.config.ts`: `node build.ts <folder> <output folder>`. Each build is a
 * process of its own, because version and mode come from the environment. Errors go to stderr, with exit code 1.
 */
const [folder = '.', output = 'dist'] = process.argv.slice(2);
const root = resolve(folder);
try {
  const config = await buildConfigIn(root);
  const rsbuild = await createRsbuild({
    cwd: root,
    rsbuildConfig: { ...config, output: { ...config.output, distPath: { root: resolve(output) } } },
  });
  const result = await rsbuild.build();
  await result.close();
  await writeStaticParts(root, resolve(output));
} catch (error) {
  // The bundler has already printed what is wrong with the sources.
  if (!(error instanceof Error && error.message.includes('build failed')))
    console.error(error instanceof StaticPartError ? error.message : error);
  process.exitCode = 1;
}
