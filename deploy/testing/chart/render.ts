import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments, parse, stringify } from 'yaml';
import { type Node, type Operand, parseTemplate, type Pipeline } from './parse.ts';

type Values = Readonly<Record<string, unknown>>;
type Draw = (name: string, dot: unknown) => string;
type Call = (args: readonly unknown[], draw: Draw) => unknown;

const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  (Array.isArray(value) ? value.length === 0 : isMap(value) && Object.keys(value).length === 0);
const indented = (spaces: unknown, text: unknown) => String(text).replaceAll(/^/gm, ' '.repeat(Number(spaces)));

/** The functions of Go's templates, sprig and Helm that the chart uses. Any other one is an error. */
const calls: Readonly<Record<string, Call>> = {
  include: ([name, dot], draw) => draw(String(name), dot),
  quote: ([value]) => JSON.stringify(String(value)),
  nindent: ([spaces, text]) => `\n${indented(spaces, text)}`,
  toYaml: ([value]) => stringify(value).trimEnd(),
  default: ([fallback, value]) => (isEmpty(value) ? fallback : value),
  eq: ([value, other]) => value === other,
  and: (values) => values.find((one) => isEmpty(one)) ?? values.at(-1),
  or: (values) => values.find((one) => !isEmpty(one)) ?? values.at(-1),
  get: ([map, key]) => (isMap(map) ? (map[String(key)] ?? '') : ''),
  toJson: ([value]) => JSON.stringify(value),
  sha256sum: ([text]) => createHash('sha256').update(String(text)).digest('hex'),
  not: ([value]) => isEmpty(value),
  add: (terms) => terms.reduce<number>((sum, one) => sum + Number(one), 0),
  trimPrefix: ([prefix, text]) =>
    String(text).startsWith(String(prefix)) ? String(text).slice(String(prefix).length) : text,
  dict: (pairs) => Object.fromEntries(pairs.flatMap((key, at) => (at % 2 === 0 ? [[String(key), pairs[at + 1]]] : []))),
  printf: ([format, ...args]) => {
    let next = 0;
    return String(format).replaceAll('%s', () => String(args[next++]));
  },
};

/** Renders templates, more strictly than Helm: a missing value is an error. */
const createDraw = (
  defined: ReadonlyMap<string, readonly Node[]>,
  cluster: Values,
): ((nodes: readonly Node[], dot: unknown) => string) => {
  const named: Draw = (name, dot) => {
    const nodes = defined.get(name);
    if (!nodes) throw new Error(`There is no template ${name}.`);
    return drawAll(nodes, dot, { '': dot });
  };
  /** What the cluster contains; empty without a cluster, as for `helm template`. */
  const lookup: Call = (path) => cluster[path.join('/')] ?? {};
  const operand = (one: Operand, dot: unknown, variables: Values): unknown => {
    if (one.kind === 'value') return one.value;
    if (one.kind === 'nested') return pipe(one.pipeline, dot, variables);
    if (one.kind === 'call') throw new Error(`${one.name} is no value.`);
    const start = one.from === '' ? dot : variables[one.from.slice(1)];
    return one.keys.reduce<unknown>((value, key) => {
      if (isMap(value) && key in value) return value[key];
      throw new Error(`There is no .${one.keys.join('.')}: ${key} is not given.`);
    }, start);
  };
  const pipe = (pipeline: Pipeline, dot: unknown, variables: Values): unknown =>
    pipeline.reduce<{ value: unknown; piped: boolean }>(
      (before, [first, ...rest]) => {
        if (!first) throw new Error('A pipeline has an empty command.');
        if (first.kind !== 'call') return { value: operand(first, dot, variables), piped: true };
        const run = first.name === 'lookup' ? lookup : calls[first.name];
        if (!run) throw new Error(`The chart uses ${first.name}, which these tests do not know.`);
        const args = rest.map((one) => operand(one, dot, variables));
        return { value: run(before.piped ? [...args, before.value] : args, named), piped: true };
      },
      { value: undefined, piped: false },
    ).value;
  const drawEach = ({ names, body }: Extract<Node, { kind: 'range' }>, over: unknown, variables: Values): string => {
    const entries: [unknown, unknown][] = Array.isArray(over)
      ? over.map((one, at): [unknown, unknown] => [at, one])
      : Object.entries(over as Values).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const [first, second] = names;
    return entries
      .map(([key, one]) => {
        const own = second ? { [first ?? '']: key, [second]: one } : first ? { [first]: one } : {};
        return drawAll(body, one, { ...variables, ...own });
      })
      .join('');
  };
  const drawAll = (nodes: readonly Node[], dot: unknown, given: Values): string => {
    let variables = given;
    return nodes
      .map((node) => {
        if (node.kind === 'text') return node.text;
        const value = pipe(node.pipeline, dot, variables);
        if (node.kind === 'show') return String(value);
        if (node.kind === 'set') {
          variables = { ...variables, [node.name]: value };
          return '';
        }
        if (node.kind === 'range') return drawEach(node, value, variables);
        const inside = node.kind === 'with' ? value : dot;
        return isEmpty(value) ? drawAll(node.other, dot, variables) : drawAll(node.body, inside, variables);
      })
      .join('');
  };
  return (nodes, dot) => drawAll(nodes, dot, { '': dot });
};

/** Deep-merges values over others. */
export const merged = (base: unknown, more: unknown): unknown =>
  isMap(base) && isMap(more)
    ? { ...base, ...Object.fromEntries(Object.entries(more).map(([key, value]) => [key, merged(base[key], value)])) }
    : more;

export interface Chart {
  readonly values: Values;
  /** The chart's manifests with these values instead of its own, by template. */
  draw(values: Values, cluster?: Values): Map<string, string>;
}

/** Reads a chart's folder. */
export const readChart = (folder: string, release: string): Chart => {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const about = parse(read('Chart.yaml')) as { name: string; appVersion: string };
  const values = parse(read('values.yaml')) as Values;
  const defined = new Map<string, Node[]>();
  const files = readdirSync(join(folder, 'templates')).toSorted();
  const templates = files.map((file) => ({ file, nodes: parseTemplate(read(join('templates', file)), defined) }));
  return {
    values,
    draw: (given, cluster = {}) => {
      const draw = createDraw(defined, cluster);
      const dot = {
        Values: merged(values, given),
        Release: { Name: release, Namespace: 'default' },
        Chart: { Name: about.name, AppVersion: about.appVersion },
      };
      const shown = templates.filter(({ file }) => file.endsWith('.yaml'));
      return new Map(shown.map(({ file, nodes }) => [file, draw(nodes, dot)]));
    },
  };
};

/** The objects in manifests. Throws if the text is not valid YAML. */
export const objectsIn = (text: string): Values[] =>
  parseAllDocuments(text).flatMap((document) => {
    const [error] = document.errors;
    if (error) throw error;
    const value: unknown = document.toJS();
    return isMap(value) ? [value] : [];
  });
