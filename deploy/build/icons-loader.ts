/** The factory that replaces the one of `lucide-react`: its icons accept the props of svg elements, and `size`. */
const maker = `import { createElement } from 'react';

const shape = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
};
const named = /^(aria-|role$|title$)/;

export default ({ node }) =>
  ({ size = 24, children, ...rest }) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        ...shape,
        'aria-hidden': children || Object.keys(rest).some((name) => named.test(name)) ? undefined : true,
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
      children,
    );
`;

/**
 * The library's own icon factory adds 1.3 kB to each chunk with an icon: contexts, old class names, and ways to call it
 * that nothing here uses. Only the shape of an icon is retained; its aliases and the keys of its lines are not needed.
 */
function icons(this: { readonly resourcePath: string }, source: string): string {
  if (this.resourcePath.endsWith('createLucideIcon.mjs')) return maker;
  return source
    .replaceAll(/,\s*key: "\w+"/g, '')
    .replace(/^ {2}name: "[\w-]+",\n {2}size: 24,\n/m, '')
    .replace(/,\n {2}aliases: \[[^\]]*\]/, '');
}

export default icons;
