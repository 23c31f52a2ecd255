import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspace } from '../release/data-folder.ts';

/** Expressions that usually contain a name given by a user. */
const name = String.raw`(?:[\w.?!]+\.(?:name|title|memory)|title|name|(?:titleOf|fullName|nameOf)\([^()]*\))`;
/** An HTML element that contains nothing but such an expression. */
const shown = new RegExp(String.raw`<([a-z][a-z0-9]*)\b([^<>]*)>\s*\{${name}\}\s*</`, 'g');
/** Fields that users type into. */
const typed = /<(input|textarea)\b((?:[^<>]|=>)*?)\/>/g;
const notText = /type="(?:checkbox|file|radio|range|hidden|text" (?:hidden|name="username"))/;

/** Files where such an expression contains only words of the product. */
const ownWords = [
  'mf-auth/src/ui/auth-page.tsx',
  'mf-auth/src/welcome/intro.tsx',
  'mf-billing/src/ui/payment-page.tsx',
  'mf-billing/src/ui/section.tsx',
  'mf-chat/src/welcome/welcome.tsx',
  'mf-chat/src/versions/version-navigator.tsx',
  'mf-teams/src/plan/plan-notice.tsx',
  'mf-teams/src/seats/cost.tsx',
  'mf-workspace/src/chat-list/rows.tsx',
  'mf-workspace/src/commands/shortcuts-dialog.tsx',
  'mf-workspace/src/help/help-dialog.tsx',
  'mf-workspace/src/ui/short-list.tsx',
  'shared-kernel/ui/empty-state.tsx',
];

/**
 * The tags in a source that show user text, or accept it, in the direction of the page instead of the direction of the
 * text.
 */
const directionless = (source: string): string[] => [
  ...[...source.matchAll(shown)]
    .filter(([, tag = '', attributes = '']) => tag !== 'bdi' && !attributes.includes('dir="auto"'))
    .map(([all]) => all),
  ...[...source.matchAll(typed)]
    .filter(([, , attributes = '']) => !attributes.includes('dir="auto"') && !notText.test(attributes))
    .map(([all]) => all),
];

test('a name in the direction of the page is found, and so is a field', () => {
  expect(directionless('<h1 className={a}>{tag.name}</h1><p>{title}</p>')).toHaveLength(2);
  expect(directionless('<span>\n  {titleOf(chat)}\n</span>')).toHaveLength(1);
  expect(directionless('<input value={text} onChange={(event) => set(event)} />')).toHaveLength(1);
  expect(directionless('<h1 dir="auto">{tag.name}</h1><bdi>{name}</bdi><input type="file" />')).toEqual([]);
});

test('names, titles and what is typed have their own direction in every remote', () => {
  const files = globSync('{mf-*/src,shared-kernel/ui}/**/*.tsx', { cwd: workspace }).filter(
    (file) => !/\.test\.|gallery/.test(file) && !ownWords.includes(file),
  );
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) =>
    directionless(readFileSync(join(workspace, file), 'utf8')).map((tag) => `${file}: ${tag}`),
  );
  expect(found).toEqual([]);
});
