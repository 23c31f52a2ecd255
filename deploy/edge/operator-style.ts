import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { followTheme } from '@atrium/shared-kernel/theme/follow-theme.ts';
import { usageColumns } from './usage-view.ts';
import { usesColumns, usesStyle } from './uses-picture.ts';

export const columns = [
  'Remote',
  'Version',
  'Share',
  'Previous',
  'Browsers',
  'Loaded',
  'Failed',
  'Errors',
  'Last failure',
] as const;

/** Page timings, at the 75th percentile of visits. */
export const timeColumns = ['Remote', 'Version', 'LCP', 'INP', 'CLS', 'TTFB', 'First key'] as const;

const require = createRequire(import.meta.url);
const ofTheme = (file: string) => readFileSync(require.resolve(`@atrium/shared-kernel/theme/${file}`), 'utf8');

/** A narrow screen has no room for a table: each row becomes a card, and each cell shows the name of its column. */
const cardsOf = (table: string, names: readonly string[]) =>
  names.map((name, at) => `.${table} td:nth-child(${at + 1})::before { content: '${name}'; }`).join(' ');
const cards = `${cardsOf('served', columns)} ${cardsOf('times', timeColumns)} ${cardsOf('uses', usesColumns)} ${cardsOf('used', usageColumns)}`;

/** The product's tokens and resets, and the page's own rules. */
export const style = `${ofTheme('tokens.css')}${ofTheme('reset.css')}
body { max-width: 64rem; margin-inline: auto; padding: var(--space-8) var(--space-4); }
h1, h2 { font-weight: var(--weight-semibold); overflow-wrap: anywhere; }
h1 { margin-bottom: var(--space-1); font-size: var(--text-2xl); }
h2 { margin: var(--space-8) 0 var(--space-2); font-size: var(--text-l); }
h3 { margin: var(--space-4) 0 var(--space-2); font-size: var(--text-m); font-weight: var(--weight-medium); }
p { color: var(--color-text-muted); overflow-wrap: anywhere; }
.end { margin-top: var(--space-8); } .about { margin-bottom: var(--space-2); }
a { color: var(--color-accent); text-decoration: underline; text-underline-offset: 3px; }
[role='alert'] { padding: var(--space-3) var(--space-4); border-radius: var(--radius-m);
  background: var(--color-danger-soft); color: var(--color-danger); }
.wide, .help { padding: 0 var(--space-4); border: 1px solid var(--color-border);
  border-radius: var(--radius-l); background: var(--color-surface-1); }
.wide { overflow-x: auto; }
.help li { padding-block: var(--space-3); }
.help li + li, tbody tr { border-top: 1px solid var(--color-border); }
.help .said { margin-top: var(--space-1); color: var(--color-text); white-space: pre-wrap; }
table { width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: var(--space-2) var(--space-3) var(--space-2) 0; text-align: start; white-space: nowrap; }
th { color: var(--color-text-muted); font-size: var(--text-s); font-weight: var(--weight-medium); }
.served td:last-child { white-space: normal; overflow-wrap: anywhere; }
small { color: var(--color-text-muted); font-size: var(--text-s); } td small { display: block; }
.over { color: var(--color-danger); }
${usesStyle}dl { display: grid; grid-template-columns: minmax(auto, max-content) minmax(0, 1fr); gap: var(--space-1) var(--space-6); }
dt { color: var(--color-text-muted); } dd { overflow-wrap: anywhere; }
@media (max-width: 720px) {
  body { padding-top: var(--space-6); }
  table, tbody, tr, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding-block: var(--space-3); } tbody tr:first-child { border-top: 0; }
  td { display: flex; gap: var(--space-4); justify-content: space-between; padding: 2px 0; text-align: end; }
  td::before { flex: none; color: var(--color-text-muted); } td:empty { display: none; }
  ${cards}
}
`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page's own policy allows only the style above and the script that follows the theme. */
export const operatorPolicy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(
  followTheme,
)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
