import postcss from 'postcss';
import { expect, test } from 'vitest';
import { cascadeLayers } from './cascade-layers.ts';

const wrap = (css: string, from: string) =>
  postcss([cascadeLayers()]).process(css, { from }).css.replaceAll(/\s+/g, ' ');

test('styles of a remote are below its own layer, parts of the kernel below the layer ui', () => {
  expect(wrap('.a { margin: 0 }', '/w/mf-chat/src/thread.module.css')).toBe('@layer remote {.a { margin: 0 } }');
  expect(wrap('.a { margin: 0 }', '/w/shared-kernel/ui/button.module.css')).toBe('@layer ui {.a { margin: 0 } }');
});

test('a stylesheet of a library is below the layer of the remote that uses it', () => {
  expect(wrap('.k { margin: 0 }', '/w/node_modules/katex/dist/katex.css')).toBe('@layer remote {.k { margin: 0 } }');
});

test('a stylesheet of the theme keeps the layers that it names', () => {
  const theme = '@layer tokens { :root { --a: 1 } }';
  expect(wrap(theme, '/w/shared-kernel/theme/tokens.css')).toBe(theme);
});
