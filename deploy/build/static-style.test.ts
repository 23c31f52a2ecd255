import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { layers } from './cascade-layers.ts';
import { styleOf } from './static-style.ts';

const order = '@layer reset,tokens,ui,remote;';
const html = '<p class="a b"><i class="icon"></i></p>';

test('only rules without classes, or with classes of the markup, are kept', () => {
  expect(styleOf('p{margin:0}.a{color:red}.c{color:red}.a .c{color:red}.a.b>.icon:hover{top:0}', html)).toBe(
    `${order}p{margin:0}.a{color:red}.a.b>.icon:hover{top:0}`,
  );
  expect(styleOf('.a,.c{color:red}', html)).toBe(`${order}.a{color:red}`);
  expect(styleOf('@layer ui{@media (width>1px){.c{color:red}}}', html)).toBe('');
});

test('a class that a selector only excludes or offers as an alternative need not be in the markup', () => {
  const css = '.a:not(.c){top:0}.a:has(> .c){top:0}:is(.c,.a) p{top:0}.b[data-x=".c"]{top:0}';
  expect(styleOf(css, html)).toBe(order + css);
});

test('an animation is kept if a rule names it, and a font only if nothing is fetched for it', () => {
  expect(
    styleOf('.a{animation:turn 1s}@keyframes turn{50%{top:0}}@keyframes fade{50%{top:0}}.c{animation:fade 1s}', html),
  ).toBe(`${order}.a{animation:turn 1s}@keyframes turn{50%{top:0}}`);
  const near = '@font-face{font-family:N;src:local(Arial)}';
  expect(styleOf(`.a{top:0}${near}@font-face{font-family:F;src:url(f.woff2)}`, html)).toBe(`${order}.a{top:0}${near}`);
});

test('the layers are ranked as the theme ranks them', () => {
  const theme = readFileSync(join(import.meta.dirname, '../../shared-kernel/theme/tokens.css'), 'utf8');
  expect(theme).toContain(`@layer ${layers.join(', ')};`);
});
