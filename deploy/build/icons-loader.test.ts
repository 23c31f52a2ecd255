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

/** The shapes of an icon as its module has them. */
const shapesOf = (icon: string) => /node: (\[.*\])$/m.exec(made(`icons/${icon}.mjs`))?.[1];

test('an icon loses its names and the keys of its lines', () => {
  expect(made('icons/house.mjs')).not.toMatch(/key:|aliases|name:|size:/);
});

test('all outlines of an icon are one path', () => {
  // A path that begins with `m` is relative to where the one before it ends.
  expect(shapesOf('image')).toBe(
    '[["path", { d: "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2z' +
      'M7 9a2 2 0 1 0 4 0a2 2 0 1 0 -4 0zM0 0m21 15-3.086-3.086a2 2 0 0 0-2.828 0L6 21" }]]',
  );
  expect(shapesOf('circle-exclamation-point')).toBe(
    '[["path", { d: "M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM12 8L12 12M12 16L12.01 16" }]]',
  );
});

test('a shape that is not only an outline stays what it is', () => {
  expect(shapesOf('palette')).toMatch(
    /^\[\["path", \{ d: "[^"]+" \}\](, \["circle", \{ cx: "[\d.]+", cy: "[\d.]+", r: "\.5", fill: "currentColor" \}\]){4}\]$/,
  );
});

test('an icon is drawn as the library draws it, without its classes', () => {
  const createLucideIcon = exportOf(made('createLucideIcon.mjs'), { createElement }, /^export default /m);
  const text = made('icons/check.mjs').replace(/^export .*$/m, '');
  const own = exportOf(text, { createLucideIcon }, /^const Check = /m);
  const { Check }: { readonly Check: unknown } = load('lucide-react');
  const attributesOf = (of: unknown, props: object) =>
    renderToStaticMarkup(createElement(of, props))
      .replace(/ xmlns="[^"]*"/, '')
      .replaceAll(/\blucide[\w-]* ?/g, '')
      .replace(' class=""', '')
      .match(/<|[\w-]+="[^"]*"/g)
      ?.toSorted();
  const given = [{}, { size: 16, className: 'mark' }, { strokeWidth: 3 }, { 'aria-label': 'Done' }, { role: 'img' }];
  for (const props of given) expect(attributesOf(own, props)).toEqual(attributesOf(Check, props));
});
