import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspace } from '../release/data-folder.ts';

/** Selectors that take the color of text on an accent or a danger without its background: it is white on white then. */
const unbacked = (css: string): string[] =>
  [...css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)].flatMap(
    ([, selector = '', rule = '']) => {
      const [, tone] = /(?:^|[\s;])color: var\(--color-(accent|danger)-text\)/.exec(rule) ?? [];
      return tone === undefined || rule.includes(`background: var(--color-${tone})`) ? [] : [selector.trim()];
    },
  );

test('a text without the background that its color is designed for is found', () => {
  const css = `.a { color: var(--color-danger-text); } @media print { .b { color: var(--color-accent-text); } }
    .c { background: var(--color-danger); color: var(--color-danger-text); }`;
  expect(unbacked(css)).toEqual(['.a', '.b']);
});

test('every text in the color for an accent or a danger is on its background', () => {
  const files = globSync('{shell,mf-*,shared-kernel,service}/**/*.css', {
    cwd: workspace,
    exclude: ['**/node_modules', '**/dist'],
  });
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    unbacked(readFileSync(join(workspace, file), 'utf8')).map((selector) => `${file}: ${selector}`),
  );
  expect(found).toEqual([]);
});
