import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What Stripe's published OpenAPI description says of objects and parameters, as Stripe itself generates it into the
 * declarations of its SDK: `OPENAPI_VERSION` there names the description.
 */
interface Property {
  readonly optional: boolean;
  readonly type: string;
}
type Shape = ReadonlyMap<string, Property>;

/** The folder of the SDK, from its entry `esm/stripe.esm.node.js`. */
const sdk = join(fileURLToPath(import.meta.resolve('stripe')), '../..');
export const openApiVersion = readFileSync(join(sdk, 'OPENAPI_VERSION'), 'utf8').trim();

const page: Shape = new Map(
  Object.entries({ limit: 'number', starting_after: 'string', ending_before: 'string', expand: 'Array<string>' }).map(
    ([name, type]) => [name, { optional: true, type }],
  ),
);

/** What a file declares, by its name, in a namespace as `Invoice.Parent`: interfaces, and sets of words. */
interface Declared {
  readonly shapes: ReadonlyMap<string, Shape>;
  readonly words: ReadonlyMap<string, ReadonlySet<string>>;
}

const readDeclared = (file: string): Declared => {
  const shapes = new Map<string, Map<string, Property>>();
  const words = new Map<string, ReadonlySet<string>>();
  const open: { indent: number; name: string; shape?: Map<string, Property> }[] = [];
  for (const line of readFileSync(join(sdk, 'esm/resources', file), 'utf8').split('\n')) {
    const indent = line.length - line.trimStart().length;
    const [, kind, name] = /^\s*(?:export )?(?:declare )?(interface|namespace) (\w+)[^{]*\{$/.exec(line) ?? [];
    if (kind !== undefined && name !== undefined) {
      const within = open.map((one) => one.name);
      const shape = line.includes('extends PaginationParams') ? new Map(page) : new Map<string, Property>();
      open.push({ indent, name, ...(kind === 'interface' ? { shape } : {}) });
      if (kind === 'interface') shapes.set([...within, name].join('.'), shape);
      continue;
    }
    const [, named, listed = ''] = /^\s*(?:export )?type (\w+) = ('.*);$/.exec(line) ?? [];
    if (named !== undefined) {
      const path = [...open.map((one) => one.name), named].join('.');
      words.set(path, new Set([...listed.matchAll(/'([^']*)'/g)].map(([, word = '']) => word)));
    }
    const last = open.at(-1);
    if (!last) continue;
    if (line.trim() === '}' && indent === last.indent) open.pop();
    const [, property, mark, type] = /^\s+'?(\w+)'?(\?)?: (.*?);?$/.exec(line) ?? [];
    if (last.shape && indent === last.indent + 4 && property !== undefined && type !== undefined)
      last.shape.set(property, { optional: mark === '?', type: type.endsWith('{') ? 'object' : type });
  }
  return { shapes, words };
};

const files = new Map<string, Declared>();
const declaredIn = (file: string) => {
  const known = files.get(file) ?? readDeclared(file);
  files.set(file, known);
  return known;
};

interface Found {
  readonly shape: Shape;
  /** Where the names in it are looked up: the file, and the namespaces that are around it. */
  readonly scope: Scope;
}
interface Scope {
  readonly file: string;
  readonly within: readonly string[];
}

/** A declaration as TypeScript finds it: in the nearest namespace that has it, never that of another file. */
const nearest = <T>(declared: ReadonlyMap<string, T>, { within }: Scope, name: string) => {
  for (let depth = within.length; depth >= 0; depth -= 1) {
    const path = [...within.slice(0, depth), ...name.split('.')];
    const found = declared.get(path.join('.'));
    if (found !== undefined) return { found, within: path.slice(0, -1) };
  }
  return undefined;
};
const find = (scope: Scope, name: string): Found | undefined => {
  const near = nearest(declaredIn(scope.file).shapes, scope, name);
  return near && { shape: near.found, scope: { file: scope.file, within: near.within } };
};
/** Stripe may add words, as its types say: what is said here has to be one that there is. */
const wordsOf = (scope: Scope, name: string) => nearest(declaredIn(scope.file).words, scope, name)?.found;

const need = (scope: Scope, name: string): Found => {
  const found = find(scope, name);
  if (!found) throw new Error(`${scope.file} declares no ${name}.`);
  return found;
};

const split = (type: string): string[] => {
  const parts: string[] = [];
  let [depth, text] = [0, ''];
  for (const one of type) {
    if (one === '<' || one === '{') depth += 1;
    if (one === '>' || one === '}') depth -= 1;
    if (one === '|' && depth === 0) {
      parts.push(text.trim());
      text = '';
    } else text += one;
  }
  return [...parts, text.trim()];
};
const known = new Map<string, readonly string[]>();
const alternatives = (type: string): readonly string[] => {
  const parts = known.get(type) ?? split(type);
  known.set(type, parts);
  return parts;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const faultsIn = ({ shape, scope }: Found, value: unknown, path: string): string[] => {
  if (!isObject(value)) return [`${path} is no object`];
  // Declared without properties: whatever the event is about.
  if (shape.size === 0) return [];
  const faults = Object.keys(value).flatMap((key) => (shape.has(key) ? [] : [`${path}.${key} is not known`]));
  for (const [key, { optional, type }] of shape) {
    const at = `${path}.${key}`;
    if (value[key] === undefined) faults.push(...(optional ? [] : [`${at} is missing`]));
    else faults.push(...faultsOfType(scope, type, value[key], at));
  }
  return faults;
};

/** What is wrong with `value` as `name` of `file`; requests carry all as text, so their numbers are not told apart. */
export const faultsOf = (file: string, name: string, value: unknown): string[] =>
  faultsIn(need({ file, within: [] }, name), value, name);

const faultsOfType = (scope: Scope, type: string, value: unknown, path: string): string[] => {
  const tries = alternatives(type).map((one) => faultsOfOne(scope, one, value, path));
  return (
    tries.find((faults) => faults.length === 0) ??
    tries.find((faults) => faults[0] !== path) ?? [`${path} is no ${type}`]
  );
};

/** A fault that is only the path means: of another kind altogether. */
const faultsOfOne = (scope: Scope, type: string, value: unknown, path: string): string[] => {
  if (['string', 'number', 'boolean'].includes(type)) return typeof value === type ? [] : [path];
  if (type === 'null') return value === null ? [] : [path];
  if (type === 'OtherString') return typeof value === 'string' ? [] : [path];
  if (type.startsWith("'")) return value === type.slice(1, -1) ? [] : [path];
  const [, of] = /^Array<(.*)>$/.exec(type) ?? [];
  if (of !== undefined)
    return Array.isArray(value) ? value.flatMap((one, at) => faultsOfType(scope, of, one, `${path}[${at}]`)) : [path];
  const [, emptyable] = /^Emptyable<(.*)>$/.exec(type) ?? [];
  if (emptyable !== undefined) return value === '' ? [] : faultsOfType(scope, emptyable, value, path);
  const found = find(scope, type);
  if (found) return isObject(value) ? faultsIn(found, value, path) : [path];
  const words = wordsOf(scope, type);
  if (words) return words.has(String(value)) ? [] : [`${path} is none of its words`];
  // Of another file: an object, or a name for a set of words.
  return typeof value === 'string' || isObject(value) ? [] : [path];
};

const emptyOf = (scope: Scope, type: string): unknown => {
  const all = alternatives(type);
  if (all.includes('null')) return null;
  const [first = ''] = all;
  if (first.startsWith('Array<')) return [];
  if (first.startsWith("'")) return first.slice(1, -1);
  const found = find(scope, first);
  if (found) return emptyShape(found);
  const [word] = wordsOf(scope, first) ?? [];
  return { string: '', number: 0, boolean: false }[first] ?? word ?? {};
};

const emptyShape = ({ shape, scope }: Found): Record<string, unknown> =>
  Object.fromEntries(
    [...shape].flatMap(([key, { optional, type }]) => (optional ? [] : [[key, emptyOf(scope, type)] as const])),
  );

/** An object of Stripe's with all that it must have, empty where `given` does not say; throws where that does not fit. */
export const objectOf = (file: string, name: string, given: Record<string, unknown>): Record<string, unknown> => {
  const made = { ...emptyShape(need({ file, within: [] }, name)), ...given };
  // What was filled in may be emptier than Stripe's; what was given is held to the description.
  const isOfGiven = (fault: string) =>
    Object.keys(given).some(
      (key) => /^[ .[]/.test(fault.replace(`${name}.${key}`, '')) && fault.startsWith(`${name}.${key}`),
    );
  const faults = faultsOf(file, name, made).filter((fault) => isOfGiven(fault) || fault.endsWith('is not known'));
  if (faults.length > 0) throw new Error(`Not as Stripe describes it: ${faults.join(', ')}.`);
  return made;
};
