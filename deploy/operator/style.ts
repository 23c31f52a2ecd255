/** The operator pages' additions to the product's tokens and resets. */
export const operatorStyle = `
body { display: grid; grid-template: auto 1fr / minmax(0, 1fr); }
.skip { position: absolute; left: var(--space-4); top: -100px; padding: var(--space-2) var(--space-3); background: var(--color-surface-1); }
.skip:focus { top: var(--space-2); z-index: 1; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2) var(--space-4);
  padding: var(--space-2) var(--space-6); border-bottom: 1px solid var(--color-border); background: var(--color-surface-1); }
.brand { font-weight: var(--weight-semibold); text-decoration: none; color: var(--color-text); }
.brand span { color: var(--color-text-muted); font-weight: var(--weight-regular); }
.environment { padding: 2px var(--space-2); border-radius: var(--radius-s); background: var(--color-surface-2);
  color: var(--color-text-muted); font-size: var(--text-s); overflow-wrap: anywhere; }
nav { display: flex; gap: var(--space-1); }
nav a { display: inline-flex; align-items: center; min-height: 36px; padding: 0 var(--space-2); border-radius: var(--radius-s); color: var(--color-text-muted); text-decoration: none; }
nav a:hover, nav a[aria-current] { background: var(--color-surface-2); color: var(--color-text); }
.person { display: flex; align-items: center; gap: var(--space-2); margin-left: auto; min-width: 0; color: var(--color-text-muted); }
.person span { overflow: hidden; text-overflow: ellipsis; }
main { width: 100%; max-width: 60rem; margin-inline: auto; padding: var(--space-6) var(--space-6) var(--space-12); }
h1 { font-size: var(--text-2xl); font-weight: var(--weight-semibold); overflow-wrap: anywhere; }
h2 { margin: var(--space-8) 0 var(--space-2); font-size: var(--text-l); font-weight: var(--weight-semibold); }
h3, .card h2 { font-size: var(--text-m); font-weight: var(--weight-semibold); overflow-wrap: anywhere; }
p { overflow-wrap: anywhere; } .about, .hint { color: var(--color-text-muted); } .hint { font-size: var(--text-s); }
.about { margin-top: var(--space-1); }
main a:not(.button) { color: var(--color-accent); text-decoration: underline; text-underline-offset: 3px; }
.card h2 { margin: 0; }
.card { display: grid; gap: var(--space-4); max-width: 34rem; margin-top: var(--space-6); padding: var(--space-6);
  border: 1px solid var(--color-border); border-radius: var(--radius-l); background: var(--color-surface-1); }
.card form, form.card { display: grid; gap: var(--space-4); }
.narrow { max-width: 26rem; margin-inline: auto; } main:has(> .narrow) h1 { text-align: center; }
label { display: grid; gap: var(--space-1); font-weight: var(--weight-medium); }
label.inline { display: flex; align-items: center; gap: var(--space-2); font-weight: var(--weight-regular); }
input:not([type]), input[type='email'], input[type='password'], input[type='number'], select, textarea { width: 100%; min-height: 40px; padding: var(--space-2) var(--space-3);
  border: 1px solid var(--color-border-strong); border-radius: var(--radius-m); background: var(--color-surface-0); font-weight: var(--weight-regular); }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 40px; padding: 0 var(--space-4);
  border: 1px solid transparent; border-radius: var(--radius-m); background: var(--color-accent); color: var(--color-accent-text);
  font-weight: var(--weight-medium); text-decoration: none; }
button:hover, .button:hover { background: var(--color-accent-hover); }
.quiet { border-color: var(--color-border-strong); background: transparent; color: var(--color-text); }
.quiet:hover { background: var(--color-surface-2); }
.danger { background: var(--color-danger); color: var(--color-danger-text); } .danger:hover { background: var(--color-danger-hover); }
.small { min-height: 36px; padding: 0 var(--space-3); font-size: var(--text-s); }
.row { display: flex; flex-wrap: wrap; gap: var(--space-2); }
.after, .about + .list, .list + .hint, .card + .about { margin-top: var(--space-3); }
.or { display: flex; align-items: center; gap: var(--space-3); color: var(--color-text-muted); font-size: var(--text-s); }
.or::before, .or::after { content: ''; flex: 1; border-top: 1px solid var(--color-border); }
.alert { margin-top: var(--space-4); padding: var(--space-3) var(--space-4); border-radius: var(--radius-m);
  background: var(--color-danger-soft); color: var(--color-danger); }
.note { margin-top: var(--space-4); padding: var(--space-3) var(--space-4); border-radius: var(--radius-m); background: var(--color-warn-soft); color: var(--color-warn); }
.list { border: 1px solid var(--color-border); border-radius: var(--radius-l); background: var(--color-surface-1); }
.list > li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: var(--space-2) var(--space-4); padding: var(--space-3) var(--space-4); }
.list > li + li { border-top: 1px solid var(--color-border); }
.list > li > div:first-child { flex: 1 1 16rem; min-width: 0; }
.list p { color: var(--color-text-muted); font-size: var(--text-s); }
.empty { padding: var(--space-6); border: 1px dashed var(--color-border-strong); border-radius: var(--radius-l); color: var(--color-text-muted); text-align: center; }
.state { display: inline-block; padding: 1px var(--space-2); border-radius: var(--radius-full); background: var(--color-surface-2); color: var(--color-text-muted); font-size: var(--text-s); font-weight: var(--weight-medium); white-space: nowrap; }
.state.done { background: var(--color-success-soft); color: var(--color-success); }
.state.refused { background: var(--color-danger-soft); color: var(--color-danger); }
.state.waiting { background: var(--color-warn-soft); color: var(--color-warn); }
.lines { display: grid; gap: var(--space-1); } .lines li { overflow-wrap: anywhere; font-family: var(--font-mono); font-size: var(--text-s); }
dl { display: grid; grid-template-columns: minmax(auto, max-content) minmax(0, 1fr); gap: var(--space-1) var(--space-6); }
dt { color: var(--color-text-muted); } dd { overflow-wrap: anywhere; }
.command { margin-top: var(--space-1); overflow-x: auto; padding: var(--space-2) var(--space-3); border-radius: var(--radius-m); background: var(--color-surface-2); font-family: var(--font-mono); font-size: var(--text-s); }
.trail li { align-items: baseline; } .trail .number { color: var(--color-text-muted); font-variant-numeric: tabular-nums; }
@media (max-width: 640px) {
  header, main { padding-inline: var(--space-4); }
  .person { margin-left: 0; width: 100%; justify-content: space-between; } nav { margin-left: calc(-1 * var(--space-2)); }
  button, .button, .small, nav a { min-height: 44px; }
  dl { grid-template-columns: 1fr; } dd { margin-bottom: var(--space-2); }
}
`;
