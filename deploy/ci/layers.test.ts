import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageFolders } from '../build/packages.ts';
import { workspace } from '../release/data-folder.ts';
import { brokenLayers, circleIn, readImports, readOthers } from './import-graph.ts';

/**
 * For each folder of a package, the folders that it may import. Folders that are not listed may not be imported at all.
 */
const layers: Record<string, Record<string, readonly string[]>> = {
  'shared-kernel': {
    contracts: [],
    // Used by tests and releases. It learns the contracts from the sources that it reads.
    compiler: [],
    markdown: ['contracts'],
    // For code on Node that makes requests to the internet: which addresses are public.
    network: [],
    theme: [],
    replies: ['contracts'],
    bus: ['contracts'],
    client: ['contracts'],
    session: ['contracts', 'client'],
    remote: ['contracts', 'bus', 'client', 'session', 'ui'],
    push: ['contracts', 'client', 'remote'],
    changes: ['contracts', 'client'],
    ui: [],
    // Built into remotes. They get `remote` and `ui` from the shell, by their public names.
    conflict: ['contracts', 'client', 'remote', 'ui'],
    sharing: ['ui'],
    lists: ['contracts', 'ui'],
    drops: ['contracts', 'remote'],
    flags: ['contracts', 'remote'],
    configuration: ['contracts', 'remote'],
    slots: ['contracts', 'remote', 'ui'],
    testing: ['contracts', 'compiler', 'bus', 'client', 'session', 'remote'],
  },
  deploy: {
    notices: [],
    build: ['notices'],
    // Runs in production.
    release: ['build'],
    edge: ['release'],
    operator: ['release', 'edge'],
    // Run by developers and by checks.
    'create-remote': ['build', 'release'],
    // What remotes in other repositories get of all this, and how it becomes packages.
    'remote-kit': ['build', 'release', 'create-remote', 'local', 'contracts'],
    packages: ['build', 'release', 'create-remote'],
    local: ['build', 'release', 'edge', 'operator'],
    // What every remote has to prove in a browser, here and in other repositories.
    contracts: ['build', 'release', 'edge', 'local'],
    mutate: ['release'],
    ci: ['build', 'release', 'local', 'packages'],
    testing: ['release', 'create-remote', 'edge', 'operator', 'local', 'ci'],
    bench: ['build', 'release', 'edge', 'local', 'ci', 'testing'],
    eval: ['release', 'local', 'testing', 'bench'],
    nginx: ['release', 'edge', 'ci', 'testing'],
  },
  'service/src': {
    'log.ts': [],
    telemetry: [],
    db: [],
    ports: ['db'],
    formats: ['ports'],
    adapters: ['log.ts', 'db', 'ports', 'formats'],
    domain: ['log.ts', 'db', 'ports', 'formats'],
    calls: ['log.ts', 'db', 'ports', 'formats', 'domain'],
    http: ['ports', 'domain', 'calls'],
    // Puts the parts together and starts them.
    'config.ts': ['db', 'adapters'],
    imports: ['db', 'ports', 'adapters', 'domain'],
    compose: ['log.ts', 'db', 'ports', 'formats', 'adapters', 'domain', 'calls', 'config.ts', 'imports'],
    'app.ts': ['telemetry', 'calls', 'http', 'compose'],
    backup: ['db', 'adapters', 'config.ts'],
    'migrate.ts': ['db'],
    'models.ts': ['adapters', 'compose', 'config.ts'],
    'main.ts': ['log.ts', 'telemetry', 'db', 'adapters', 'domain', 'config.ts', 'compose', 'app.ts'],
    // Only for a start on one machine.
    local: ['db', 'ports', 'formats', 'adapters', 'domain', 'calls', 'http', 'config.ts', 'compose'],
    testing: [
      'db',
      'ports',
      'adapters',
      'domain',
      'calls',
      'http',
      'config.ts',
      'imports',
      'compose',
      'app.ts',
      'local',
    ],
  },
};

/** Imports that no layer allows, each with its reason. */
const exceptions: Record<string, readonly string[]> = {
  // Imported only on demand at run time. `main.test.ts` of the service shows that production never imports it.
  'service/src': ['compose/load-local.ts imports local/parts.ts'],
};

describe.each(Object.entries(layers))('%s', (name, allowed) => {
  const graph = readImports(join(workspace, name));

  test('has folders that import only the layers below them, types included', () => {
    expect(graph.size).toBeGreaterThan(50);
    expect(brokenLayers(graph, allowed)).toEqual(exceptions[name] ?? []);
  });

  test('has every folder and file that is listed', () => {
    expect(Object.keys(allowed).filter((one) => !existsSync(join(workspace, name, one)))).toEqual([]);
  });

  test('has no circle of imports, types and lazy imports included', () => {
    expect(circleIn(graph)).toBeUndefined();
  });
});

describe.each(packageFolders().filter((name) => name === 'shell' || name.startsWith('mf-')))('%s', (name) => {
  test('has no circle of imports, types and lazy imports included', () => {
    const graph = readImports(join(workspace, name));
    expect(graph.size).toBeGreaterThan(0);
    expect(circleIn(graph)).toBeUndefined();
  });
});

/** The parts of the kernel that the programs of a package may use. They import no other package of the workspace. */
const partsOfKernel = [
  ['service/src', /^(?!local|testing)/, ['contracts', 'markdown', 'network', 'replies']],
  ['deploy', /^(?:notices|build|release|edge|operator)\//, ['compiler', 'contracts', 'network', 'theme']],
  ['shared-kernel', /./, []],
] as const;

test.each(partsOfKernel)(
  '%s: what production starts imports only these parts of the kernel',
  (root, started, parts) => {
    const imported = [...readOthers(workspace, root)].flatMap(([file, folders]) => (started.test(file) ? folders : []));
    expect([...new Set(imported)].toSorted()).toEqual(parts.map((part) => `shared-kernel/${part}`));
  },
);

/** Words of HTTP. The name of a browser is called `userAgent`, as the domain gets it as plain text. */
const wordsOfHttp =
  /\b(?:cookies?|headers?|statusCode|FastifyRequest|IncomingMessage)\b|\bnew (?:Request|Response|Headers)\b|'node:http'|throws [45]\d\d\b/i;

test('the domain knows no request, cookie, header or status', () => {
  const files = globSync('service/src/domain/**/*.ts', { cwd: workspace }).filter((file) => !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => wordsOfHttp.test(readFileSync(join(workspace, file), 'utf8')))).toEqual([]);
});

test('the service knows Fastify only where it knows HTTP, starts, or shows local pages', () => {
  const knowing = globSync('**/*.ts', { cwd: join(workspace, 'service/src') })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => readFileSync(join(workspace, 'service/src', file), 'utf8').includes("from 'fastify'"))
    .map((file) => file.split(sep)[0]);
  expect(new Set(knowing)).toEqual(
    new Set(['app.ts', 'compose', 'http', 'local', 'log.ts', 'main.ts', 'telemetry', 'testing']),
  );
});

test('an import by a public name and one of another package are found', () => {
  expect(readImports(join(workspace, 'shared-kernel')).get('sharing/link-options.tsx')).toContain('ui/button.tsx');
  expect(readOthers(workspace, 'deploy').get('bench/sync-stage.ts')).toContain('service/src');
});

test('a lazy import is found, also if a comment names its chunk', () => {
  const imports = readImports(join(workspace, 'mf-chat')).get('src/versions/answer-versions.tsx');
  expect(imports).toContain('src/models/regenerate-with.tsx');
});

test('an import of a higher layer and a circle are found', () => {
  const graph = new Map([
    ['a/one.ts', ['a/two.ts', 'b/three.ts']],
    ['a/two.ts', ['a/one.ts']],
    ['b/three.ts', []],
  ]);
  expect(brokenLayers(graph, { a: [], b: ['a'] })).toEqual(['a/one.ts imports b/three.ts']);
  expect(circleIn(graph)).toEqual(['a/one.ts', 'a/two.ts', 'a/one.ts']);
});
