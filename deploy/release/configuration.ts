import * as z from 'zod';

type Json = Readonly<Record<string, unknown>>;
/** What an environment configures for one remote. */
export type Configuration = Readonly<Record<string, unknown>>;

const json = () => z.record(z.string(), z.unknown());
/** By remote, in the pins of an environment. */
export const configurations = () => z.record(z.string(), json());

/** The fields of a recorded schema, each with its own schema; empty if a release has no configuration. */
const fieldsOf = (schema: Json | undefined): Readonly<Record<string, Json>> =>
  z.object({ properties: z.record(z.string(), json()) }).safeParse(schema).data?.properties ?? {};

const fieldProblems = (field: Json, key: string, value: unknown): string[] =>
  z
    .fromJSONSchema(field)
    .safeParse(value)
    .error?.issues.map(({ path, message }) => `${[key, ...path].join('.')}: ${message}`) ?? [];

/**
 * Why values do not fit the configuration that a release recorded, a part of a sentence each: `pageSize: expected
 * number`. Unknown fields are no problem, because another version may know them.
 */
export const configurationProblems = (schema: Json | undefined, values: Configuration = {}): string[] => {
  const fields = fieldsOf(schema);
  return Object.entries(values).flatMap(([key, value]) => {
    const field = fields[key];
    return field ? fieldProblems(field, key, value) : [];
  });
};

/** The values that a release knows and accepts. Only those of an environment's values are served with it. */
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

/** Values that none of these schemas knows. */
export const unknownFields = (schemas: readonly (Json | undefined)[], values: Configuration): string[] =>
  Object.keys(values).filter((key) => !schemas.some((schema) => key in fieldsOf(schema)));

/** One line for each field of a schema: its type, its default, and the set value. */
export const configurationLines = (schema: Json | undefined, values: Configuration = {}): string[] =>
  Object.entries(fieldsOf(schema)).map(([key, { default: standard, description, ...field }]) => {
    const set = key in values ? JSON.stringify(values[key]) : 'not set';
    const type = JSON.stringify(field['enum'] ?? field['type'] ?? 'anything');
    return `  ${key}: ${set}  (${type}${standard === undefined ? '' : `, default ${JSON.stringify(standard)}`})${
      typeof description === 'string' ? `  ${description}` : ''
    }`;
  });

/** The value that a command-line text stands for: JSON if that fits the field, otherwise the text itself. */
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
