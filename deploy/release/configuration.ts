import * as z from 'zod';

type Json = Readonly<Record<string, unknown>>;
/** What an environment sets of one remote. */
export type Configuration = Readonly<Record<string, unknown>>;

const json = () => z.record(z.string(), z.unknown());
/** By the names of remotes, in the pins of an environment. */
export const configurations = () => z.record(z.string(), json());

/** The fields that a recorded schema has, each with its own schema; none where a release has no configuration. */
const fieldsOf = (schema: Json | undefined): Readonly<Record<string, Json>> =>
  z.object({ properties: z.record(z.string(), json()) }).safeParse(schema).data?.properties ?? {};

const fieldProblems = (field: Json, key: string, value: unknown): string[] =>
  z
    .fromJSONSchema(field)
    .safeParse(value)
    .error?.issues.map(({ path, message }) => `${[key, ...path].join('.')}: ${message}`) ?? [];

/**
 * Why values do not fit the configuration that a release recorded, a sentence's part each: `pageSize: expected number`.
 * What the release does not know is no problem of it: another version may.
 */
export const configurationProblems = (schema: Json | undefined, values: Configuration = {}): string[] => {
  const fields = fieldsOf(schema);
  return Object.entries(values).flatMap(([key, value]) => {
    const field = fields[key];
    return field ? fieldProblems(field, key, value) : [];
  });
};

/** The values that a release knows and takes: nothing else of an environment's is served with it. */
export const fittingConfiguration = (
  schema: Json | undefined,
  values: Configuration = {},
): Configuration | undefined => {
  const fields = fieldsOf(schema);
  const fitting = Object.entries(values).filter(([key, value]) => {
    const field = fields[key];
    return field && fieldProblems(field, key, value).length === 0;
  });
  return fitting.length > 0 ? Object.fromEntries(fitting) : undefined;
};

/** Values that none of some schemas know. */
export const unknownFields = (schemas: readonly (Json | undefined)[], values: Configuration): string[] =>
  Object.keys(values).filter((key) => !schemas.some((schema) => key in fieldsOf(schema)));

/** One line for each field of a schema: its type, default, and what is set. */
export const configurationLines = (schema: Json | undefined, values: Configuration = {}): string[] =>
  Object.entries(fieldsOf(schema)).map(([key, { default: standard, description, ...field }]) => {
    const set = key in values ? JSON.stringify(values[key]) : 'not set';
    const type = JSON.stringify(field['enum'] ?? field['type'] ?? 'anything');
    return `  ${key}: ${set}  (${type}${standard === undefined ? '' : `, default ${JSON.stringify(standard)}`})${
      typeof description === 'string' ? `  ${description}` : ''
    }`;
  });

/** What a text of the command line means for a field: JSON where that fits, else the text itself. */
export const valueFrom = (schema: Json | undefined, key: string, text: string): unknown => {
  const field = fieldsOf(schema)[key] ?? {};
  const parsed = z.json().safeParse(parse(text));
  return parsed.success && fieldProblems(field, key, parsed.data).length === 0 ? parsed.data : text;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
