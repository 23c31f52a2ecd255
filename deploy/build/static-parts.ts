import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRsbuild, mergeRsbuildConfig } from '@rsbuild/core';
import { exposedIn } from '@atrium/shared-kernel/contracts/exposed';
import { baseConfig } from './base-config.ts';
import { partFiles, partProblem } from './part-files.ts';
import { releaseName } from './release-name.ts';
import { styleOf } from './static-style.ts';

/** Says in one sentence which static part could not be rendered, and why. */
export class StaticPartError extends Error {}

interface Paints {
  readonly paints?: Readonly<Record<string, string>>;
}

const readPaints = async (root: string) => {
  // Builds that replace a remote in tests, such as one with a fault, have no contract and no static parts.
  if (!existsSync(join(root, 'contract.ts'))) return [];
  const { default: contract }: { readonly default: Paints } = await import(
    pathToFileURL(join(root, 'contract.ts')).href
  );
  return Object.entries(contract.paints ?? {}).map(([expose, value]) => ({ expose, ...exposedIn(value) }));
};
type Painted = Awaited<ReturnType<typeof readPaints>>[number];

const load = createRequire(import.meta.url);
/** The package's own copy of React: the renderer and the rendered components have to share one. */
const requireFrom = (root: string) => createRequire(join(root, 'package.json'));
const react = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];

/**
 * Bundles the static parts for Node with the package's own configuration, so that class names and styles are the same.
 * Gives the folder of the bundle, which runs once.
 */
const bundle = async (root: string, parts: readonly Painted[], output: string): Promise<void> => {
  const own = requireFrom(root);
  const release = releaseName(root);
  const rsbuild = await createRsbuild({
    cwd: root,
    rsbuildConfig: mergeRsbuildConfig(baseConfig(release), {
      root,
      source: { entry: Object.fromEntries(parts.map(({ file }, at) => [`part${at}`, join(root, file)])) },
      output: {
        assetPrefix: `/assets/${release.name}/${release.version}/`,
        distPath: { root: output, js: '', css: '' },
        filenameHash: false,
        sourceMap: false,
        minify: { js: false, css: true },
      },
      dev: { assetPrefix: `/assets/${release.name}/${release.version}/` },
      security: { sri: { enable: false } },
      tools: {
        htmlPlugin: false,
        rspack: {
          externals: Object.fromEntries(react.map((name) => [name, `commonjs ${own.resolve(name)}`])),
          output: {
            filename: '[name].cjs',
            library: { type: 'commonjs2' },
            chunkFormat: 'commonjs',
            chunkLoading: 'require',
            globalObject: 'globalThis',
          },
        },
      },
    }),
  });
  const result = await rsbuild.build();
  await result.close();
};

type Component = () => unknown;
interface Server {
  readonly renderToStaticMarkup: (node: unknown, options: { identifierPrefix: string }) => string;
}

const markupOf = (root: string, name: string, expose: string, component: Component | undefined): string => {
  if (!component) throw new Error('it does not export this component');
  const own = requireFrom(root);
  const { createElement }: { createElement: (of: Component) => unknown } = own('react');
  const { renderToStaticMarkup }: Server = own('react-dom/server');
  // Each part has its own prefix for ids, so that they do not collide in a page.
  const render = () =>
    renderToStaticMarkup(createElement(component), { identifierPrefix: `${name}${expose.replaceAll(/\W/g, '-')}-` });
  const html = render();
  if (html !== render()) throw new Error('it renders differently each time');
  return html;
};

const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The part has no styles of its own.
    return '';
  }
};

/**
 * Renders the static parts that the contract in `root` lists and writes them to the built files in `output`: the
 * markup, and the part of the stylesheets that the markup uses. Throws one sentence that names the file if one cannot
 * be rendered.
 */
export const writeStaticParts = async (root: string, output: string): Promise<void> => {
  const parts = await readPaints(root);
  if (parts.length === 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'atrium-static-'));
  try {
    await bundle(root, parts, folder);
    const { name } = releaseName(root);
    for (const [at, { expose, file, component = '' }] of parts.entries()) {
      const target = partFiles(expose);
      mkdirSync(dirname(join(output, target.html)), { recursive: true });
      try {
        const exported: Record<string, Component | undefined> = load(join(folder, `part${at}.cjs`));
        const html = markupOf(root, name, expose, exported[component]);
        const css = styleOf(read(join(folder, `part${at}.css`)), html);
        // Only the shell's own parts may contain slots.
        const problem = partProblem({ html: name === 'shell' ? html.replaceAll(/<\/?slot\b/g, '<') : html, css });
        if (problem) throw new Error(problem);
        writeFileSync(join(output, target.html), html);
        writeFileSync(join(output, target.css), css);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new StaticPartError(
          `The static part ${component} of ${name}/${file.replace('./', '')} was not rendered: ${why}.`,
          { cause: error },
        );
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
