import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Objects and parameters in Stripe's published OpenAPI description, read from the type declarations that Stripe
 * generates from it for its SDK. `OPENAPI_VERSION` there names the version of the description.
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

/** The interfaces and the unions of string literals in a file, by their qualified names, such as `Invoice.Parent`. */
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
  /** Where names in it are looked up: its file and the namespaces around it. */
  readonly scope: Scope;
}
interface Scope {
  readonly file: string;
  readonly within: readonly string[];
}

/** Finds a declaration like TypeScript: in the nearest enclosing namespace. Other files are not searched. */
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
/** The known values of a union. Stripe's types allow further values, but the stand-in may only use known ones. */
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
  // An interface without properties accepts any object, such as the one of an event.
  if (shape.size === 0) return [];
  const faults = Object.keys(value).flatMap((key) => (shape.has(key) ? [] : [`${path}.${key} is not known`]));
  for (const [key, { optional, type }] of shape) {
    const at = `${path}.${key}`;
    if (value[key] === undefined) faults.push(...(optional ? [] : [`${at} is missing`]));
    else faults.push(...faultsOfType(scope, type, value[key], at));
  }
  return faults;
};

/** What is wrong with `value` as the interface `name` of `file`. */
export const faultsOf = (file: string, name: string, value: unknown): string[] =>
  faultsIn(need({ file, within: [] }, name), value, name);

const faultsOfType = (scope: Scope, type: string, value: unknown, path: string): string[] => {
  const tries = alternatives(type).map((one) => faultsOfOne(scope, one, value, path));
  return (
    tries.find((faults) => faults.length === 0) ??
    tries.find((faults) => faults[0] !== path) ?? [`${path} is no ${type}`]
  );
};

/** A fault that consists of the path alone means that the value has another type. */
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
  // Declared in another file: an object, or a union of string literals.
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

/** Creates an object with all required properties, empty unless they are in `given`. Throws if `given` does not fit. */
export const objectOf = (file: string, name: string, given: Record<string, unknown>): Record<string, unknown> => {
  const object = { ...emptyShape(need({ file, within: [] }, name)), ...given };
  // Default values may be emptier than Stripe allows, so only the given ones are checked.
  const isOfGiven = (fault: string) =>
    Object.keys(given).some(
      (key) => /^[ .[]/.test(fault.replace(`${name}.${key}`, '')) && fault.startsWith(`${name}.${key}`),
    );
  const faults = faultsOf(file, name, object).filter((fault) => isOfGiven(fault) || fault.endsWith('is not known'));
  if (faults.length > 0) throw new Error(`Not as Stripe describes it: ${faults.join(', ')}.`);
  return object;
};
