import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { workspace } from '../release/data-folder.ts';

const imported = /import (\w+) from '(\.[^']*\.module\.css)';/g;

/** Classes that a source reads of CSS modules that do not have them. `read` gives the text of a module by its path. */
const missingClasses = (source: string, read: (path: string) => string): string[] =>
  [...source.matchAll(imported)].flatMap(([, name = '', path = '']) => {
    const css = read(path).replaceAll(/\/\*[\s\S]*?\*\//g, '');
    const defined = new Set([...css.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, one]) => one));
    const used = source.replaceAll(imported, '').matchAll(new RegExp(String.raw`(?<![\w/.-])${name}\.(\w+)`, 'g'));
    return [...new Set([...used].map(([, one = '']) => one))].filter((one) => !defined.has(one));
  });

test('a class that no stylesheet has is found', () => {
  const source = "import styles from './a.module.css';\nconst a = [styles.shown, styles.gone];";
  expect(missingClasses(source, () => '/* .gone */ .shown { color: red; }')).toEqual(['gone']);
});

test('every class that a component reads is in its stylesheet', () => {
  const files = globSync('{shell,mf-*,shared-kernel}/**/*.tsx', {
    cwd: workspace,
    exclude: ['**/node_modules', '**/dist'],
  }).filter((file) => !/\.test\./.test(file));
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    missingClasses(readFileSync(join(workspace, file), 'utf8'), (path) =>
      readFileSync(join(workspace, dirname(file), path), 'utf8'),
    ).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
