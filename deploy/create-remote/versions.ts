import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { kernelFolder, packageIn } from '../build/packages.ts';
import { workspace } from '../release/data-folder.ts';

const dependencies = () => z.optional(z.record(z.string(), z.string()));
const manifest = z.object({
  dependencies: dependencies(),
  devDependencies: dependencies(),
  optionalDependencies: dependencies(),
  peerDependencies: dependencies(),
});

/** Exact versions of packages, by their names. */
export type Versions = Readonly<Record<string, string>>;

/** In the package `@atrium/remote-kit`: the versions that the workspace had when the package was packed. */
const versionsFile = join(workspace, 'versions.json');

const catalog = (): Versions => {
  const text = readFileSync(join(workspace, 'pnpm-workspace.yaml'), 'utf8');
  const [, lines = ''] = /^catalog:\n((?: .*\n)+)/m.exec(text) ?? [];
  return Object.fromEntries(
    [...lines.matchAll(/^ {2}'?([^':]+)'?: (\S+)$/gm)].map(([, name = '', version = '']) => [name, version]),
  );
};

/** The version of each package that the workspace uses, and of its own two published packages. */
export const packageVersions = (): Versions => {
  if (existsSync(versionsFile))
    return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(versionsFile, 'utf8')));
  const fixed = catalog();
  const required = ['.', 'shared-kernel', 'deploy', 'deploy/remote-kit'].flatMap((folder) => {
    const of = manifest.parse(JSON.parse(readFileSync(join(workspace, folder, 'package.json'), 'utf8')));
    return Object.entries({
      ...of.dependencies,
      ...of.devDependencies,
      ...of.optionalDependencies,
      ...of.peerDependencies,
    });
  });
  const exact = required.filter(([, version]) => /^\d/.test(version));
  return {
    ...fixed,
    ...Object.fromEntries(exact),
    '@atrium/kernel': packageIn(kernelFolder).version,
    '@atrium/remote-kit': packageIn(join(workspace, 'deploy/remote-kit')).version,
  };
};
