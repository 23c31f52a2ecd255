import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import { expect, test } from 'vitest';
import icons from './icons-loader.ts';

const load = createRequire(join(import.meta.dirname, '../../mf-chat/package.json'));
const folder = join(dirname(load.resolve('lucide-react/package.json')), 'dist/esm');
interface React {
  readonly createElement: (of: unknown, props: object) => unknown;
}
const { createElement }: React = load('react');
const { renderToStaticMarkup }: { readonly renderToStaticMarkup: (node: unknown) => string } = load('react-dom/server');

/** The module that a build makes from a file of the library. */
const made = (file: string) => {
  const resourcePath = join(folder, file);
  return icons.call({ resourcePath }, readFileSync(resourcePath, 'utf8'));
};
/** What the text of a module exports, with `given` in place of its imports. */
const exportOf = (text: string, given: Readonly<Record<string, unknown>>, exported: RegExp): unknown =>
  Reflect.apply(
    compileFunction(text.replaceAll(/^import .*$/gm, '').replace(exported, 'return '), Object.keys(given)),
    undefined,
    Object.values(given),
  );

test('an icon keeps its shape, and loses its names and the keys of its lines', () => {
  const house = made('icons/house.mjs');
  expect(house).toContain('{ d: "M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8" }');
  expect(house).not.toMatch(/key:|aliases|name:|size:/);
});

test('an icon is drawn as the library draws it, without its classes', () => {
  const createLucideIcon = exportOf(made('createLucideIcon.mjs'), { createElement }, /^export default /m);
  const text = made('icons/house.mjs').replace(/^export .*$/m, '');
  const own = exportOf(text, { createLucideIcon }, /^const House = /m);
  const { House }: { readonly House: unknown } = load('lucide-react');
  const attributesOf = (of: unknown, props: object) =>
    renderToStaticMarkup(createElement(of, props))
      .replace(/ xmlns="[^"]*"/, '')
      .replaceAll(/\blucide[\w-]* ?/g, '')
      .replace(' class=""', '')
      .match(/<|[\w-]+="[^"]*"/g)
      ?.toSorted();
  const given = [{}, { size: 16, className: 'mark' }, { strokeWidth: 3 }, { 'aria-label': 'Home' }, { role: 'img' }];
  for (const props of given) expect(attributesOf(own, props)).toEqual(attributesOf(House, props));
});
