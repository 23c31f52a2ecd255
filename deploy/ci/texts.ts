import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, visitorKeys, type Node } from 'oxc-parser';

/** A text that users read, and its location. */
export interface Text {
  readonly file: string;
  readonly line: number;
  /** Values appear as `{…}`. */
  readonly text: string;
}

/** Attributes whose values are for the browser or the program. */
const technical = new Set([
  'accept',
  'allow',
  'as',
  'autoComplete',
  'className',
  'd',
  'form',
  'href',
  'htmlFor',
  'id',
  'inputMode',
  'key',
  'method',
  'name',
  'pattern',
  'points',
  'rel',
  'role',
  'sandbox',
  'sizes',
  'src',
  'style',
  'target',
  'transform',
  'type',
  'viewBox',
]);

/** Only developers read these: thrown errors, logs, module names, types, comparisons. */
const unread = (node: Node): boolean => {
  if (node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(node.type)) return true;
  if (/^(?:Import|ThrowStatement|ExportAll)/.test(node.type)) return true;
  if (node.type === 'BinaryExpression') return /^[!=]/.test(node.operator);
  if (node.type === 'NewExpression')
    return node.callee.type === 'Identifier' && /Error$|^RegExp$/.test(node.callee.name);
  return node.type === 'JSXAttribute' && node.name.type === 'JSXIdentifier' && technical.has(node.name.name);
};

/** `Save`, `Show more`, `of {…} seats`; not `flex-start`, `chat.renamed`, `application/json`. */
const readable = (text: string, inMarkup: boolean): boolean => {
  const words = text.replaceAll('{…}', ' ').trim();
  if (!/\p{L}{2}/u.test(words)) return false;
  if (inMarkup) return true;
  if (
    /^[\w.:/#@-]*[.:/#@_-][\w.:/#@-]*$/.test(words) ||
    /[{}<>=]|^--|^[\w, ]*\w-\w+$|;$|'(?:none|self)'|\b\d+(?:px|ms|rem)\b|[\w-]: ?#?[\w.]+;/.test(words)
  )
    return false;
  return (
    /^\p{Lu}[\p{Ll}’']+[.…:]?$/u.test(words) || /\p{Ll}{2,}[,.:]? \S/u.test(words) || /^\p{Lu}\p{Ll}+ /u.test(words)
  );
};

const childrenOf = (node: Node): Node[] =>
  (visitorKeys[node.type] ?? []).flatMap((key) => {
    const value: unknown = Reflect.get(node, key);
    return (Array.isArray(value) ? value : [value]).filter(
      (one): one is Node => typeof one === 'object' && one !== null,
    );
  });

/** The text of an element as one sentence, with placeholders for values. */
const textOf = (children: readonly Node[]): string =>
  children
    .map((child) => {
      if (child.type === 'JSXText') return child.value.replaceAll(/^\s*\n\s*|\s*\n\s*$/g, '');
      if (child.type !== 'JSXExpressionContainer') return '{…}';
      return child.expression.type === 'Literal' ? String(child.expression.value) : '{…}';
    })
    .join('');

/** All texts of one file that users read. */
export const textsOf = (file: string, source: string): Text[] => {
  const found: Text[] = [];
  const add = (node: Node, value: string, inMarkup = false) => {
    // Pages of the service and emails are written as HTML, where the text is between the tags.
    for (const text of inMarkup ? [value] : value.split(/<[^>]*>/)) {
      if (!readable(text, inMarkup)) continue;
      const line = source.slice(0, node.start).split('\n').length;
      found.push({ file, line, text: text.replaceAll(/\s+/g, ' ').trim() });
    }
  };
  const visit = (node: Node): void => {
    if (unread(node)) return;
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') add(node, textOf(node.children), true);
    else if (node.type === 'Literal' && typeof node.value === 'string') add(node, node.value);
    else if (node.type === 'TemplateLiteral') add(node, node.quasis.map(({ value }) => value.cooked ?? '').join('{…}'));
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseSync(file, source).program);
  return found;
};

/** Where user-facing texts are: screens, emails, answers of the service, and the pages of the service and of operators. */
const sources = [
  '{shell,mf-*}/{*,src/**/*}.{ts,tsx}',
  'shared-kernel/{ui,remote,client,contracts,markdown,slots,conflict,sharing,push}/**/*.{ts,tsx}',
  'service/src/{calls,domain,local}/**/*.ts',
  'deploy/{edge/*-page.ts,operator/**/*.ts}',
];

/** Every text of the product, file by file. */
export const allTexts = (root: string): Text[] =>
  globSync(sources, {
    cwd: root,
    exclude: ['**/node_modules/**', '**/*.{test,suite,config}.*', '**/testing/**', '**/safety/**', '**/gallery*'],
  })
    .toSorted()
    .flatMap((file) => textsOf(file, readFileSync(join(root, file), 'utf8')));

/** A capital, three words or more, and an end mark. */
const sentence = /^“?\p{Lu}\S*(?: \S+){2,}[.?…]$/u;

/** The sentences that more than one file has, with those files. */
export const sharedSentences = (texts: readonly Text[]): ReadonlyMap<string, readonly string[]> => {
  const files = new Map<string, Set<string>>();
  for (const { file, text } of texts)
    if (sentence.test(text)) files.set(text, (files.get(text) ?? new Set()).add(file));
  return new Map([...files].filter(([, { size }]) => size > 1).map(([text, names]) => [text, [...names]]));
};

/** Words that sound translated, and the straight apostrophe, which a product writer would not use. */
const foreign =
  /\b(?:one's|whom|whoever|somebody|nobody|everybody|anybody|under way|any more|e-mail|log-in|cancell(?:ed|ing)|(?:organ|recogn|summar)ised)\b|\w'\w/i;

/**
 * The texts that use such words, one sentence each. Messages of failures are exempt, since pinned versions compare
 * them.
 */
export const textProblems = (texts: readonly Text[]): string[] =>
  texts
    .filter(({ file, text }) => foreign.test(text) && !file.includes('/failures/'))
    .map(({ file, line, text }) => `${file}:${line} says “${foreign.exec(text)?.[0]}”: ${text}`);
