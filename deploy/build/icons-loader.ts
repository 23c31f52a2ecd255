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

type Attributes = Readonly<Record<string, string>>;

const number = (value: number) => String(Number(value.toFixed(3)));
const points = (...values: readonly number[]) => values.map(number).join(' ');

/** The outline of a shape as path data, or undefined if it has attributes of its own. */
const outlines: Readonly<Record<string, (attributes: Attributes) => string | undefined>> = {
  path: ({ d = '', ...more }) => {
    if (Object.keys(more).length > 0) return undefined;
    // A path may begin relative to the origin, which another path would move.
    return d.startsWith('m') ? `M0 0${d}` : d;
  },
  circle({ cx, cy, r, ...more }) {
    if (Object.keys(more).length > 0) return undefined;
    const [x, y, radius] = [Number(cx), Number(cy), Number(r)];
    const half = `a${points(radius, radius)} 0 1 0`;
    return `M${points(x - radius, y)}${half} ${points(2 * radius, 0)}${half} ${points(-2 * radius, 0)}z`;
  },
  line({ x1, x2, y1, y2, ...more }) {
    if (Object.keys(more).length > 0) return undefined;
    return `M${points(Number(x1), Number(y1))}L${points(Number(x2), Number(y2))}`;
  },
  rect({ x, y, width, height, rx, ry = rx, ...more }) {
    if (Object.keys(more).length > 0 || rx !== ry) return undefined;
    const [left, top, wide, high] = [Number(x), Number(y), Number(width), Number(height)];
    const round = Math.min(Number(rx ?? 0), wide / 2, high / 2);
    const corner = (across: number, down: number) =>
      round > 0 ? `a${points(round, round)} 0 0 1 ${points(across * round, down * round)}` : '';
    const [across, down] = [wide - 2 * round, high - 2 * round];
    return (
      `M${points(left + round, top)}h${number(across)}${corner(1, 1)}v${number(down)}${corner(-1, 1)}` +
      `h${number(-across)}${corner(-1, -1)}v${number(-down)}${corner(1, -1)}z`
    );
  },
};

const shapes = /\[\s*"(\w+)",\s*\{([^}]*)\}\s*\]/g;
const attribute = /(\w+): "([^"]*)"/g;

/** The shapes of an icon: one path for all that are only outlines, and the others as they are. */
const merged = (node: string): string => {
  const paths: string[] = [];
  const others: string[] = [];
  for (const [shape, tag = '', text = ''] of node.matchAll(shapes)) {
    const attributes = Object.fromEntries(
      [...text.matchAll(attribute)].map(([, key = '', value = '']) => [key, value]),
    );
    const outline = outlines[tag]?.(attributes);
    if (outline === undefined) others.push(shape);
    else paths.push(outline);
  }
  const all = paths.length > 0 ? [`["path", { d: "${paths.join('')}" }]`, ...others] : others;
  return `[${all.join(', ')}]`;
};

/**
 * The library's own icon factory adds 1.3 kB to each chunk with an icon: contexts, old class names, and ways to call it
 * that nothing here uses. Only the shape of an icon is retained; its aliases and the keys of its lines are not needed.
 * Its lines become one element, since every screen has dozens of icons, which the browser styles and lays out one by one.
 */
function icons(this: { readonly resourcePath: string }, source: string): string {
  if (this.resourcePath.endsWith('createLucideIcon.mjs')) return maker;
  return source
    .replaceAll(/,\s*key: "\w+"/g, '')
    .replace(/^ {2}name: "[\w-]+",\n {2}size: 24,\n/m, '')
    .replace(/,\n {2}aliases: \[[^\]]*\]/, '')
    .replace(/(^ {2}node: )(\[[\s\S]*?\])(?=\n\};)/m, (_, start: string, node: string) => start + merged(node));
}

export default icons;
