import type { SignedSet } from '../release/signed-set.ts';
import type { Store } from '../release/store.ts';
import { type Link, linksOf, linkText, type UsesGraph, usesGraph } from '../release/uses-graph.ts';

export const usesColumns = ['Part', 'Uses', 'What'] as const;

/**
 * The graph of what is pinned, from the records of the releases. A release that is not in the store yet is left out.
 */
export const servedUses = ({ shell, remotes }: SignedSet, store: Store): UsesGraph =>
  usesGraph(
    [shell, ...remotes].flatMap(({ name, version }) => (store.has(name, version) ? [store.read(name, version)] : [])),
  );

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** Up to this number of rows and columns, a cell has room for its number. */
const few = 16;
/** Width of a character of a label in pixels: it may be narrower, but not wider. */
const characterWidth = 7.2;
/** Four shades, each for twice as many uses. */
const shade = (uses: number) => Math.min(4, Math.floor(Math.log2(uses)) + 1);

/**
 * A matrix of squares rather than arrows: with fifty remotes, the lines between them would cover each other, while each
 * square still has its own row and column. Rows are the users, columns what is used.
 */
const picture = ({ parts }: UsesGraph, links: readonly Link[]): string => {
  const names = parts.map(({ name }) => name);
  const [rows, columns] = [
    names.filter((name) => links.some(({ by }) => by === name)),
    names.filter((name) => links.some(({ of }) => of === name)),
  ];
  const numbered = Math.max(rows.length, columns.length) <= few;
  const size = numbered ? 34 : 18;
  const label = Math.ceil(Math.max(...names.map(({ length }) => length)) * characterWidth) + 12;
  const at = (index: number) => index * size;
  const middle = (index: number) => at(index) + size / 2;
  const square = (kind: string, column: number, row: number) =>
    `<rect class="${kind}" x="${at(column)}" y="${at(row)}" width="${size - 1}" height="${size - 1}" rx="3"/>`;
  const heads = [
    ...rows.map((name, row) => {
      const column = columns.indexOf(name);
      return `<rect class="row" x="${-label}" y="${at(row)}" width="${label + at(columns.length)}" height="${size - 1}"/>
<text x="-8" y="${middle(row)}" text-anchor="end">${escaped(name)}</text>${column < 0 ? '' : square('self', column, row)}`;
    }),
    ...columns.map(
      (name, column) => `<text transform="translate(${middle(column)} -8) rotate(-60)">${escaped(name)}</text>`,
    ),
  ];
  const cells = links.map((link) => {
    const [column, row] = [columns.indexOf(link.of), rows.indexOf(link.by)];
    const { length } = link.uses;
    const number = numbered ? `<text class="count" x="${middle(column)}" y="${middle(row)}">${length}</text>` : '';
    const words = escaped(`${link.by} uses ${link.of}: ${linkText(link)}`);
    return `<g><title>${words}</title>${square(`u${shade(length)}`, column, row)}${number}</g>`;
  });
  const [width, height] = [label + at(columns.length) + label / 2, label + at(rows.length)];
  return `<svg class="uses-picture" role="img" aria-label="Who uses what, also in the table below" width="${width}" height="${height}" viewBox="${-label} ${-label} ${width} ${height}">
${[...heads, ...cells].join('\n')}
</svg>`;
};

const row = (link: Link) =>
  `<tr>${[link.by, link.of, linkText(link)].map((text) => `<td><span>${escaped(text)}</span></td>`).join('')}</tr>`;

/** The picture, and the same as a table for people who cannot see it. */
export const usesSection = (graph: UsesGraph): string => {
  const links = linksOf(graph);
  if (links.length === 0) return '<p>No pinned release uses anything of another part.</p>';
  return `<p class="about">A row uses what its column gives: events, dialogs, slots, and calls of the service. The stronger the color, the more.</p>
<div class="wide" role="region" aria-label="Picture of who uses what" tabindex="0">${picture(graph, links)}</div>
<details><summary>The same as a table</summary>
<div class="wide" role="region" aria-label="Who uses what" tabindex="0"><table class="uses">
<thead><tr>${usesColumns.map((one) => `<th scope="col">${one}</th>`).join('')}</tr></thead>
<tbody>
${links.map(row).join('\n')}
</tbody>
</table></div></details>`;
};

export const usesStyle = `.uses-picture { display: block; max-width: none; margin-block: var(--space-4); }
.uses-picture text { font-size: 12px; dominant-baseline: central; fill: var(--color-text); }
.uses-picture .count { text-anchor: middle; font-variant-numeric: tabular-nums; }
.uses-picture .row { fill: var(--color-surface-0); } .uses-picture .self { fill: var(--color-border); }
${[20, 34, 48, 62]
  .map(
    (part, at) =>
      `.uses-picture .u${at + 1} { fill: color-mix(in oklab, var(--color-accent) ${part}%, var(--color-surface-1)); }`,
  )
  .join('\n')}
.uses td:last-child { white-space: normal; overflow-wrap: anywhere; }
details { margin-top: var(--space-2); } summary { cursor: pointer; padding-block: var(--space-2); color: var(--color-text-muted); }
`;
