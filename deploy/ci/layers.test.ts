import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { workspace } from '../release/data-folder.ts';
import { brokenLayers, circleIn, readImports } from './import-graph.ts';

/** Which folders of a package each of its folders may import. A folder that is not here may not be imported at all. */
const layers: Record<string, Record<string, readonly string[]>> = {
  'shared-kernel': {
    contracts: [],
    markdown: [],
    theme: [],
    bus: ['contracts'],
    client: ['contracts'],
    session: ['contracts', 'client'],
    remote: ['contracts', 'bus', 'client', 'session'],
    ui: [],
    testing: ['contracts', 'bus', 'client', 'session', 'remote'],
  },
  deploy: {
    build: [],
    // What production runs.
    release: ['build'],
    edge: ['release'],
    // What developers and checks run.
    'create-remote': ['release'],
    local: ['build', 'release', 'edge'],
    ci: ['build', 'release', 'local'],
    testing: ['release', 'edge', 'local', 'ci'],
    bench: ['build', 'release', 'edge', 'local', 'ci', 'testing'],
    nginx: ['release', 'edge', 'ci', 'testing'],
  },
};

describe.each(Object.entries(layers))('%s', (name, allowed) => {
  const graph = readImports(join(workspace, name));

  test('has folders that import only the layers below them, types included', () => {
    expect(graph.size).toBeGreaterThan(50);
    expect(brokenLayers(graph, allowed)).toEqual([]);
  });

  test('has no circle of imports, types included', () => {
    expect(circleIn(graph)).toBeUndefined();
  });
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
