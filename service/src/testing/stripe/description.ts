import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * What Stripe's published OpenAPI description says of objects and parameters, as Stripe itself generates it into the
 * declarations of its SDK: `OPENAPI_VERSION` there names the description.
 */
interface Property {
  readonly optional: boolean;
  readonly type: string;
}
type Shape = ReadonlyMap<string, Property>;

const sdk = dirname(createRequire(import.meta.url).resolve('stripe/package.json'));
export const openApiVersion = readFileSync(join(sdk, 'OPENAPI_VERSION'), 'utf8').trim();

const page: Shape = new Map(
  Object.entries({ limit: 'number', starting_after: 'string', ending_before: 'string', expand: 'Array<string>' }).map(
    ([name, type]) => [name, { optional: true, type }],
  ),
);

/** Every interface of a declaration file by its name, those in a namespace as `Invoice.Parent`. */
const readShapes = (file: string): ReadonlyMap<string, Shape> => {
  const shapes = new Map<string, Map<string, Property>>();
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
    const last = open.at(-1);
    if (!last) continue;
    if (line.trim() === '}' && indent === last.indent) open.pop();
    const [, property, mark, type] = /^\s+'?(\w+)'?(\?)?: (.*?);?$/.exec(line) ?? [];
    if (last.shape && indent === last.indent + 4 && property !== undefined && type !== undefined)
      last.shape.set(property, { optional: mark === '?', type: type.endsWith('{') ? 'object' : type });
  }
  return shapes;
};

const files = new Map<string, ReadonlyMap<string, Shape>>();
const shapesOf = (file: string) => {
  const known = files.get(file) ?? readShapes(file);
  files.set(file, known);
  return known;
};

const alternatives = (type: string): string[] => {
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is wrong with `value` as `name` of `file`; requests carry all as text, so their numbers are not told apart. */
export const faultsOf = (file: string, name: string, value: unknown, path = name): string[] => {
  const shape = shapesOf(file).get(name);
  if (!shape) throw new Error(`${file} declares no ${name}.`);
  if (!isObject(value)) return [`${path} is no object`];
  const faults = Object.keys(value).flatMap((key) => (shape.has(key) ? [] : [`${path}.${key} is not known`]));
  for (const [key, { optional, type }] of shape) {
    const at = `${path}.${key}`;
    if (value[key] === undefined) faults.push(...(optional ? [] : [`${at} is missing`]));
    else faults.push(...faultsOfType(file, type, value[key], at));
  }
  return faults;
};

const faultsOfType = (file: string, type: string, value: unknown, path: string): string[] => {
  const tries = alternatives(type).map((one) => faultsOfOne(file, one, value, path));
  return (
    tries.find((faults) => faults.length === 0) ??
    tries.find((faults) => faults[0] !== path) ?? [`${path} is no ${type}`]
  );
};

/** A fault that is only the path means: of another kind altogether. */
const faultsOfOne = (file: string, type: string, value: unknown, path: string): string[] => {
  if (['string', 'number', 'boolean'].includes(type)) return typeof value === type ? [] : [path];
  if (type === 'null') return value === null ? [] : [path];
  if (type === 'OtherString') return typeof value === 'string' ? [] : [path];
  if (type.startsWith("'")) return value === type.slice(1, -1) ? [] : [path];
  const [, of] = /^Array<(.*)>$/.exec(type) ?? [];
  if (of !== undefined)
    return Array.isArray(value) ? value.flatMap((one, at) => faultsOfType(file, of, one, `${path}[${at}]`)) : [path];
  const [, emptyable] = /^Emptyable<(.*)>$/.exec(type) ?? [];
  if (emptyable !== undefined) return value === '' ? [] : faultsOfType(file, emptyable, value, path);
  if (shapesOf(file).has(type)) return isObject(value) ? faultsOf(file, type, value, path) : [path];
  // Of another file: an object, or a name for a set of words.
  return typeof value === 'string' || isObject(value) ? [] : [path];
};

const emptyOf = (type: string): unknown => {
  const all = alternatives(type);
  if (all.includes('null')) return null;
  const [first = ''] = all;
  if (first.startsWith('Array<')) return [];
  if (first.startsWith("'")) return first.slice(1, -1);
  return { string: '', number: 0, boolean: false }[first] ?? {};
};

/** An object of Stripe's with all that it must have, empty where `given` does not say; throws where that does not fit. */
export const objectOf = (file: string, name: string, given: Record<string, unknown>): Record<string, unknown> => {
  const empty = [...(shapesOf(file).get(name) ?? [])].flatMap(([key, { optional, type }]) =>
    optional ? [] : [[key, emptyOf(type)] as const],
  );
  const made = { ...Object.fromEntries(empty), ...given };
  // What was filled in may be emptier than Stripe's; what was given is held to the description.
  const faults = faultsOf(file, name, made).filter(
    (fault) => Object.keys(given).some((key) => fault.startsWith(`${name}.${key}`)) || fault.endsWith('is not known'),
  );
  if (faults.length > 0) throw new Error(`Not as Stripe describes it: ${faults.join(', ')}.`);
  return made;
};
