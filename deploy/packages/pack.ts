import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readParts } from '../build/kernel-parts.ts';
import { workspace } from '../release/data-folder.ts';
import { copyInto, emit } from './emit.ts';
import { packageVersions } from '../create-remote/versions.ts';

const kernel = join(workspace, 'shared-kernel');
const kit = join(workspace, 'deploy/remote-kit');

const strings = () => z.record(z.string(), z.string());
const manifest = z.object({
  version: z.string(),
  description: z.string(),
  exports: strings(),
  dependencies: strings(),
  devDependencies: z.optional(strings()),
  peerDependencies: z.optional(strings()),
});
const manifestIn = (root: string) => manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const json = (value: object) => `${JSON.stringify(value, undefined, 2)}\n`;

/** Libraries of which a page, or a test, must have only one copy, so users of the packages provide them. */
const shared = ['react', 'react-dom', 'rxjs', 'zod', '@tanstack/react-query'];
/** Needed only for running tests, or for flags of OpenFeature. */
const forSome = [
  '@openfeature/core',
  '@openfeature/web-sdk',
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  'playwright',
  'vitest',
];

const pick = (names: readonly string[], prefix = ''): Record<string, string> => {
  const versions = packageVersions();
  return Object.fromEntries(names.toSorted().map((name) => [name, `${prefix}${versions[name] ?? ''}`]));
};
const optional = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { optional: true }]));

/** An export of the package: types and script of a module, or any other file as it is. */
const entry = (file: string): string | { types: string; default: string } => {
  const stem = /^(.*?)(?<!\.d)\.tsx?$/.exec(file)?.[1];
  return stem === undefined ? `./${file}` : { types: `./${stem}.d.ts`, default: `./${stem}.js` };
};

/** The modules that the patterns of `exports` match, by name. Modules that the package does not list are not public. */
const modulesOf = (exports: Readonly<Record<string, string>>, root: string, leave: RegExp) =>
  Object.fromEntries(
    Object.entries(exports).flatMap(([name, pattern]) => {
      const path = pattern.replace('./', '');
      if (!name.includes('*')) return [[name, entry(path)] as const];
      const [before = '', after = ''] = path.split('*');
      const files = globSync(path.replace('*', '**/*'), { cwd: root, exclude: ['**/*.test.*'] });
      return files
        .filter((file) => !leave.test(file) && /\.\w+$/.test(file))
        .map(
          (file) => [name.replace('*', file.slice(before.length, file.length - after.length)), entry(file)] as const,
        );
    }),
  );

/** Runs with a temporary folder for compiled files. */
const withCompiled = (sources: readonly string[], make: (compiled: string) => void): void => {
  const compiled = mkdtempSync(join(tmpdir(), 'atrium-packages-'));
  try {
    emit(compiled, sources);
    make(compiled);
  } finally {
    rmSync(compiled, { recursive: true, force: true });
  }
};

const documents = ['README.md', 'CHANGELOG.md'];
/** The page that shows all components is internal to the product. */
const notPublic = /(^|\/)gallery/;

/** Creates the folder of `@atrium/kernel` from `shared-kernel`, with its compiled modules listed by name. */
export const packKernel = (output: string = join(kernel, 'dist')): void => {
  const { version, description, exports, dependencies } = manifestIn(kernel);
  rmSync(output, { recursive: true, force: true });
  withCompiled(['shared-kernel/**/*'], (compiled) => {
    copyInto(output, join(compiled, 'shared-kernel'), ['**/*.{js,d.ts}'], notPublic);
  });
  copyInto(output, kernel, ['**/*.{css,woff2}', 'theme/css.d.ts', ...documents], notPublic);
  writeFileSync(join(output, 'parts.json'), json(readParts(kernel)));
  const own = Object.keys(dependencies).filter((name) => !shared.includes(name));
  writeFileSync(
    join(output, 'package.json'),
    json({
      name: '@atrium/kernel',
      version,
      description,
      type: 'module',
      exports: { ...modulesOf(exports, kernel, notPublic), './css': { types: './theme/css.d.ts' } },
      // Contract tests and releases use the compiler to find out what a remote uses.
      dependencies: pick([...own, 'typescript']),
      peerDependencies: { ...pick(shared, '^'), ...pick(forSome, '^') },
      peerDependenciesMeta: optional(forSome),
    }),
  );
};

/** Files that are run or built by path, so no module imports them. */
const started = [
  'deploy/remote-kit/{main,build,openfeature,vitest}.ts',
  'deploy/build/{build,contract-loader,lifecycles-loader}.ts',
  'deploy/local/override/compile.ts',
  'shell/src/override/{page,hot-client}.ts',
];
const asTheyAre = [
  'deploy/build/federation-errors.js',
  'deploy/build/federation-unused.js',
  'deploy/create-remote/{template,repository}/{**/*,.*,.ci/*}.tmpl',
  'shell/src/override/*.css',
  // Declarations of the product's own remotes, to be copied.
  '{shell,mf-*}/{events,dialogs,slots}.ts',
];

/**
 * Creates the folder of `@atrium/remote-kit`: what builds, tests and releases a remote, in the folders of the
 * workspace.
 */
export const packRemoteKit = (output: string = join(kit, 'dist')): void => {
  const { version, description, exports, dependencies, peerDependencies = {} } = manifestIn(kit);
  rmSync(output, { recursive: true, force: true });
  const sources = started.flatMap((pattern) => globSync(pattern, { cwd: workspace }));
  withCompiled(sources, (compiled) => {
    copyInto(output, compiled, ['{deploy,shell}/**/*.{js,d.ts}']);
  });
  copyInto(output, workspace, asTheyAre);
  copyInto(output, kit, documents);
  const path = (file: string) => file.replace('./', 'deploy/remote-kit/');
  const modules = Object.entries(exports).filter(([, file]) => file.endsWith('.ts'));
  const peers = Object.keys(peerDependencies);
  const { compilerOptions }: { readonly compilerOptions: object } = JSON.parse(
    readFileSync(join(workspace, 'tsconfig.json'), 'utf8'),
  );
  const types = ['node', 'react', 'react-dom', '@atrium/kernel/css'];
  writeFileSync(join(output, 'tsconfig.json'), json({ compilerOptions: { ...compilerOptions, types } }));
  writeFileSync(join(output, 'versions.json'), json(packageVersions()));
  writeFileSync(
    join(output, 'package.json'),
    json({
      name: '@atrium/remote-kit',
      version,
      description,
      type: 'module',
      bin: { 'remote-kit': 'deploy/remote-kit/main.js' },
      exports: {
        ...Object.fromEntries(modules.map(([name, file]) => [name, entry(path(file))])),
        './tsconfig.json': './tsconfig.json',
        './package.json': './package.json',
      },
      dependencies: pick(Object.keys(dependencies).filter((name) => name !== '@atrium/shared-kernel')),
      peerDependencies: { ...pick(['@atrium/kernel']), ...pick(peers, '^') },
      peerDependenciesMeta: optional(['@aws-sdk/client-s3', '@openfeature/core', '@openfeature/server-sdk']),
    }),
  );
  chmodSync(join(output, 'deploy/remote-kit/main.js'), 0o755);
};
