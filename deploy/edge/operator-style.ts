import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

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

const tokens = readFileSync(createRequire(import.meta.url).resolve('@atrium/shared-kernel/theme/tokens.css'), 'utf8');

/** A narrow screen has no room for a table: each row is a card there, each cell with the name of its column. */
const cards = columns.map((name, at) => `td:nth-child(${at + 1})::before { content: '${name}'; }`).join(' ');

/** The product's tokens, and what the page makes of them. */
export const style = `${tokens}
*, ::before, ::after { box-sizing: border-box; }
body { max-width: 64rem; min-height: 100dvh; margin: 0 auto; padding: var(--space-8) var(--space-4);
  color: var(--color-text); font: var(--weight-regular) var(--text-m) / var(--leading-normal) var(--font-sans); }
html { background: var(--color-surface-0); }
h1 { margin: 0 0 var(--space-1); font-size: var(--text-2xl); font-weight: var(--weight-semibold); }
h2 { margin: var(--space-8) 0 var(--space-2); font-size: var(--text-l); font-weight: var(--weight-semibold); }
p { margin: 0; color: var(--color-text-muted); overflow-wrap: anywhere; }
p + p, .wide + p { margin-top: var(--space-4); }
a { color: var(--color-accent); }
:focus-visible { outline: 2px solid var(--color-focus); outline-offset: 2px; }
[role='alert'] { padding: var(--space-3) var(--space-4); border-radius: var(--radius-m);
  background: var(--color-danger-soft); color: var(--color-danger); }
.wide { overflow-x: auto; padding: 0 var(--space-4); border: 1px solid var(--color-border);
  border-radius: var(--radius-l); background: var(--color-surface-1); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: var(--space-2) var(--space-3) var(--space-2) 0; text-align: start; white-space: nowrap; }
tbody tr { border-top: 1px solid var(--color-border); }
th { color: var(--color-text-muted); font-size: var(--text-s); font-weight: var(--weight-medium); }
td:last-child { white-space: normal; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: var(--space-1) var(--space-6); margin: 0; }
dt { color: var(--color-text-muted); } dd { margin: 0; overflow-wrap: anywhere; }
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

/** The theme that the product keeps for this browser; nothing else. */
export const themeScript =
  "try { if (localStorage.getItem('atrium.theme') === 'dark') document.documentElement.dataset.theme = 'dark'; } catch {}";

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page's own policy: only the style and the script above. */
export const operatorPolicy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(
  themeScript,
)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
